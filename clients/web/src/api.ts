/** The server of this page, and the calls that pages share. */

import { Connection, toClioError } from "clio-referee";
import { type Bot, BotService } from "clio-referee/contract/bot_service";
import type { Components } from "clio-referee/contract/components";
import type { Game } from "clio-referee/contract/game";
import { GameService, type GetGameResponse } from "clio-referee/contract/game_service";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import { MatchService } from "clio-referee/contract/match_service";

export const server = new Connection({ baseUrl: window.location.origin });

/** Keeps the promise of a call that always gives the same answer; a failure is forgotten. */
function once<K, T>(call: (key: K) => Promise<T>, name: (key: K) => string): (key: K) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    const id = name(key);
    const known = kept.get(id);
    if (known) return known;
    const made = call(key);
    kept.set(id, made);
    made.catch(() => kept.delete(id));
    return made;
  };
}

const gamesOf = once(
  async (_all: "all") => (await server.call(GameService.method.listGames, {})).games,
  (all) => all,
);
export const listGames = (): Promise<Game[]> => gamesOf("all");

const botsOf = once(
  async (_all: "all") => (await server.call(BotService.method.listBots, {})).bots,
  (all) => all,
);
/** The bots that the server offers, the weakest first; none where its operator turned them off. */
export const listBots = (): Promise<Bot[]> => botsOf("all");

export const getGame: (game: string) => Promise<GetGameResponse> = once(
  (game: string) => server.call(GameService.method.getGame, { game }),
  (game) => game,
);

interface DataSet {
  game: string;
  digest: Uint8Array;
}

/** The components of a match; undefined for a game that publishes none. */
export const getComponents: (set: DataSet) => Promise<Components | undefined> = once(
  async ({ game, digest }: DataSet) => {
    try {
      return (await server.call(GameService.method.getComponents, { game, digest })).components;
    } catch (error) {
      // A server that is away has said nothing about its components: the next view asks again.
      if (toClioError(error).isPassing) throw error;
      return undefined;
    }
  },
  ({ game, digest }) => `${game}/${digest.join()}`,
);

export async function listMatches(status: MatchStatus, game = "", pageSize = 20): Promise<Match[]> {
  return (await server.call(MatchService.method.listMatches, { status, game, pageSize })).matches;
}

/** Matches that wait for players: the newest, with a free seat. */
export async function listOpenSeats(pageSize = 20): Promise<Match[]> {
  return (await server.call(MatchService.method.listMatches, { status: MatchStatus.OPEN, minFreeSeats: 1, pageSize })).matches;
}

export { MatchStatus, type Match };
