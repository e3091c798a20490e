/** A match as this page follows it: checked events, the live board, boards of the past, legal moves. */

import { batch, computed, signal, type Signal } from "@preact/signals";
import { type CallOptions, type ClioError, HistoryError, readySeat, toClioError } from "clio-referee";
import type { Components } from "clio-referee/contract/components";
import type { Event, Opening } from "clio-referee/contract/event";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import { MatchService } from "clio-referee/contract/match_service";
import type { Move } from "clio-referee/contract/move";
import type { SeatScore } from "clio-referee/contract/outcome";
import { ScoreService } from "clio-referee/contract/score_service";
import type { View } from "clio-referee/contract/view";

import { getComponents, server } from "../api";
import type { Opened } from "../i18n/event-sentence";
import type { HostedMatch } from "../store/hosts";
import { keepSecrets, type OwnSeat, seats } from "../store/seats";
import type { Credentials } from "../streams/protocol";
import { watchShared } from "../streams/watch-client";
import { CatchUp } from "./catch-up";
import { choicesOf } from "./choices";
import { isOfGame } from "./facts";
import { withOpenings } from "./openings";
import { type Lens, PastViews } from "./past-views";
import { ServerClock } from "./server-clock";

let opened = 0;

export class MatchSession {
  /** Tells sessions apart, also those of one match. */
  readonly number = ++opened;
  readonly events = signal<readonly Event[]>([]);
  /** What was opened of sealed fields, for this viewer: by event and field. */
  readonly opened = signal<ReadonlyMap<number, Opened>>(new Map());
  readonly live = signal<View | undefined>(undefined);
  readonly past = signal<View | undefined>(undefined);
  /** The viewpoint that is asked for; before the end of a match its token decides alone. */
  readonly lens = signal<Lens>(undefined);
  /** The event after which the board is shown; undefined for the last one, live. */
  readonly at = signal<number | undefined>(undefined);
  readonly moves = signal<readonly Move[]>([]);
  readonly movesSeq = signal(0n);
  readonly scores = signal<readonly SeatScore[]>([]);
  readonly components = signal<Components | undefined>(undefined);
  readonly connected = signal(true);
  readonly caughtUp = signal(false);
  readonly error = signal<ClioError | undefined>(undefined);
  /** The seats whose holders are connected; undefined until a heartbeat has told. */
  readonly connectedSeats = signal<readonly number[] | undefined>(undefined);
  readonly clock = new ServerClock();
  /** Shows what happened since one looked last, step by step. */
  readonly catchUp: CatchUp;
  /** The board as it would be after the move that is being composed. */
  readonly preview = signal<View | undefined>(undefined);
  readonly view: Signal<View | undefined> = computed(() =>
    this.at.value === undefined && !this.hasLens ? (this.catchUp.step.value ?? this.preview.value ?? this.live.value) : (this.past.value ?? this.live.value),
  );
  /** Counts how often the replay and the check were asked for from elsewhere in the page. */
  readonly replayAsked = signal(0);
  readonly checkAsked = signal(0);
  readonly match = computed<Match | undefined>(() => this.live.value?.match);
  readonly credentials: Credentials;
  /** The match as its host holds it, who has no seat. */
  readonly host: HostedMatch | undefined;
  private readonly call: CallOptions;
  private asked = 0;
  private readonly stop = new AbortController();
  private readonly views: PastViews;

  constructor(
    readonly id: string,
    /** The seat to look from; undefined for a spectator. */
    readonly seat: OwnSeat | undefined,
    /** The invitation code of the address, if it has one; whether somebody looks at the match, and not only at a small board; the host's token. */
    { invite, looks = false, host }: { invite?: string | undefined; looks?: boolean; host?: HostedMatch | undefined } = {},
  ) {
    this.host = host;
    const token = seat?.token ?? host?.hostToken;
    this.credentials = { token, invite: token ? undefined : invite };
    this.call = { ...this.credentials, signal: this.stop.signal };
    this.views = new PastViews(id, this.call);
    this.catchUp = new CatchUp(looks ? id : undefined, (seq) => this.views.at(seq, this.lastSeq, 1), this.stop.signal);
    void this.follow();
  }

  get lastSeq(): number {
    return this.events.value.length;
  }

  get over(): boolean {
    const status = this.match.value?.status;
    return status === MatchStatus.FINISHED || status === MatchStatus.ABORTED;
  }

  get myTurn(): boolean {
    const match = this.match.value;
    return match?.status === MatchStatus.PLAYING && !this.paused && this.seat !== undefined && match.toMove.includes(this.seat.seat);
  }

  get paused(): boolean {
    return this.match.value?.fairPlay?.pauseTime !== undefined && !this.over;
  }

  private get hasLens(): boolean {
    return this.over && this.lens.value !== undefined;
  }

  close(): void {
    this.stop.abort();
  }

  /** Looks from another viewpoint, which counts once the match is over. */
  lookFrom(lens: Lens): void {
    this.lens.value = lens;
    if (!this.over) return;
    this.views.lookFrom(lens);
    void this.show(this.at.value);
  }

  /** Shows the board after an event; undefined for live. */
  async show(seq: number | undefined): Promise<void> {
    const asked = ++this.asked;
    const isLast = seq === undefined || seq >= this.lastSeq;
    if (isLast && !this.hasLens) {
      this.at.value = undefined;
      return;
    }
    const wanted = isLast ? this.lastSeq : Math.max(1, seq);
    const view = await this.views.at(wanted, this.lastSeq, wanted - (this.at.value ?? 0));
    // Another board may have been asked for meanwhile.
    if (view && asked === this.asked) {
      batch(() => {
        this.past.value = view;
        this.at.value = isLast ? undefined : wanted;
      });
    }
  }

  private async follow(): Promise<void> {
    try {
      const options = {
        credentials: this.credentials,
        signal: this.stop.signal,
        onConnection: (there: boolean) => (this.connected.value = there),
      };
      let fresh: Event[] = [];
      const openings: Opening[] = [];
      const open = (): void => {
        if (openings.length > 0) this.opened.value = withOpenings(this.opened.value, openings.splice(0));
      };
      for await (const sighting of watchShared(this.id, options)) {
        if (sighting.kind === "event") {
          fresh.push(sighting.event);
          this.clock.atLeast(sighting.event.eventTime);
        }
        if (sighting.kind === "opening") openings.push(sighting.opening);
        else if (sighting.kind !== "event") open();
        if (sighting.kind === "heartbeat") {
          this.connectedSeats.value = sighting.heartbeat.connectedSeats;
          this.clock.set(sighting.heartbeat.serverTime);
        }
        if (sighting.kind === "caught-up") this.caughtUp.value = true;
        // Openings come with their events, the board after them: shown together, the choices are those of the last event.
        if (this.caughtUp.value && fresh.length > 0 && (sighting.kind === "caught-up" || sighting.kind === "heartbeat")) {
          this.events.value = [...this.events.value, ...fresh];
          fresh = [];
        }
        if (sighting.kind === "view") await this.take(sighting.view, fresh.splice(0));
      }
      if (fresh.length > 0) this.events.value = [...this.events.value, ...fresh];
      open();
    } catch (error) {
      if (!this.stop.signal.aborted) this.error.value = toClioError(error);
    }
  }

  /** Takes over a board with the events before it; its legal moves and points follow. */
  private async take(view: View, fresh: readonly Event[]): Promise<void> {
    const match = view.match;
    if (!match) return;
    this.components.value ??= await getComponents({ game: match.game, digest: match.dataDigest }).catch(() => undefined);
    // A connection that was made again brings the same board: what is being composed on it stays.
    const stays = this.moves.value.length > 0 && this.movesSeq.value === match.seq && this.myTurn;
    // An offer or a pause changes no board either: the choices are asked for again, and stay if they are the same.
    const kept = !stays && this.moves.value.length > 0 && fresh.length > 0 && !fresh.some(isOfGame);
    const wasOver = this.over;
    const before = this.live.value;
    batch(() => {
      if (fresh.length > 0) this.events.value = [...this.events.value, ...fresh];
      this.live.value = view;
      if (!wasOver && this.over) this.views.lookFrom(this.lens.value);
      if (!this.hasLens) this.views.put(Number(match.seq), view);
      if (stays || kept) return;
      this.moves.value = [];
      this.preview.value = undefined;
    });
    this.catchUp.take(before, view, this.events.value);
    if (!stays) void this.fetchChoices(match);
    void this.getReady(match);
    // What was hidden before the end is shown now.
    if (!wasOver && this.over && (this.hasLens || this.at.value !== undefined)) void this.show(this.at.value);
  }

  /** Reveals the entropy of this browser's seats once all seats are taken; the last reveal starts the match. */
  private async getReady(match: Match): Promise<void> {
    if (match.status !== MatchStatus.READYING) return;
    const due = match.fairPlay?.dueSeats ?? [];
    for (const own of seats.value.filter((one) => one.match === this.id && due.includes(one.seat))) {
      try {
        await readySeat(server, this.id, { ...own, entropies: own.entropies ?? [] }, (secrets) => keepSecrets(own, secrets));
      } catch (error) {
        // Otherwise another page of this browser was first, or the seat is lost: the next view tells.
        if (error instanceof HistoryError) this.error.value = toClioError(error);
      }
    }
  }

  /** Asks for the choices of a view until the server answers or another view is there. */
  private async fetchChoices(match: Match): Promise<void> {
    const stands = (): boolean => !this.stop.signal.aborted && this.live.value?.match?.seq === match.seq;
    try {
      const found = await choicesOf(match, this.seat, stands, this.call);
      if (!found || !stands()) return;
      batch(() => {
        if (!sameMoves(found.moves, this.moves.value)) this.moves.value = found.moves;
        this.movesSeq.value = found.seq;
        this.scores.value = found.scores;
      });
    } catch (error) {
      if (!this.stop.signal.aborted) this.error.value = toClioError(error);
    }
  }

  /** Lets the server show what a move would do, without making it; undefined takes the preview back. */
  async showPreview(move: Move | undefined, signal: AbortSignal): Promise<void> {
    this.preview.value = undefined;
    if (!move) return;
    const request = { matchId: this.id, move, expectedSeq: this.movesSeq.value };
    const answer = await server.call(MatchService.method.previewMove, request, { ...this.credentials, signal });
    if (!signal.aborted) this.preview.value = answer.view;
  }

  /** The points as they stood after an event; 0 for now. */
  async scoresAt(seq: number): Promise<readonly SeatScore[]> {
    const request = { matchId: this.id, seq: BigInt(seq), ...(this.over && this.lens.value && { viewpoint: this.lens.value }) };
    return (await server.call(ScoreService.method.getScores, request, this.call)).scores;
  }
}

function sameMoves(some: readonly Move[], others: readonly Move[]): boolean {
  return some.length === others.length && some.every(({ notation }, place) => notation === others[place]?.notation);
}

/** The seat of this browser in a match: the asked one, else the first. */
export function ownSeat(match: string, asked: number | undefined): OwnSeat | undefined {
  const own = seats.value.filter((seat) => seat.match === match);
  return own.find((seat) => seat.seat === asked) ?? (asked === undefined ? own[0] : undefined);
}
