/** Opening a match whose first seat is one's own; bots of the server can take the others. */

import { newRequestId } from "clio-referee";
import { BotService } from "clio-referee/contract/bot_service";

import { listBots, server } from "../api";
import { openAndSit, type Opening } from "../match/opening";

/** Lets bots of the server take the free seats, if it offers any. */
async function seatBots(match: string, token: string, count: number, bot: string): Promise<void> {
  const bots = await listBots();
  const chosen = bots.find((one) => one.bot === bot) ?? bots.at(-1);
  for (let seat = 0; chosen && seat < count; seat++) {
    await server.call(BotService.method.seatBot, { matchId: match, bot: chosen.bot, requestId: newRequestId() }, { token });
  }
}

/** Opens a match and takes its first seat; `bot` takes the others. The id of the match. */
export async function openAndJoin(opening: Opening, bot = ""): Promise<string> {
  const { match, hostToken = "" } = await openAndSit(opening);
  if (bot) await seatBots(match, hostToken, opening.seats - 1, bot);
  return match;
}
