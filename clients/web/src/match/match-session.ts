/** A match as this page follows it: checked events, the live board, boards of the past, legal moves. */

import { batch, computed, signal, type Signal } from "@preact/signals";
import { type ClioError, readySeat, toClioError, watchMatch } from "clio-referee";
import type { Components } from "clio-referee/contract/components";
import type { Event } from "clio-referee/contract/event";
import { type Match, MatchStatus } from "clio-referee/contract/match";
import { MatchService } from "clio-referee/contract/match_service";
import type { Move } from "clio-referee/contract/move";
import type { SeatScore } from "clio-referee/contract/outcome";
import { RecordService } from "clio-referee/contract/record_service";
import { ScoreService } from "clio-referee/contract/score_service";
import type { View } from "clio-referee/contract/view";

import { getComponents, server } from "../api";
import { keepSeat, type OwnSeat, seats } from "../store/seats";
import { ViewCache } from "./view-cache";

/** How many boards of the past are fetched at once. */
const WINDOW = 24;

let opened = 0;

export class MatchSession {
  /** Tells sessions apart, also those of one match. */
  readonly number = ++opened;
  readonly events = signal<readonly Event[]>([]);
  readonly live = signal<View | undefined>(undefined);
  readonly past = signal<View | undefined>(undefined);
  /** The event after which the board is shown; undefined for the last one, live. */
  readonly at = signal<number | undefined>(undefined);
  readonly moves = signal<readonly Move[]>([]);
  readonly movesSeq = signal(0n);
  readonly scores = signal<readonly SeatScore[]>([]);
  readonly components = signal<Components | undefined>(undefined);
  readonly connected = signal(true);
  readonly caughtUp = signal(false);
  readonly error = signal<ClioError | undefined>(undefined);
  readonly connectedSeats = signal<readonly number[]>([]);
  /** The board as it would be after the move that is being composed. */
  readonly preview = signal<View | undefined>(undefined);
  readonly view: Signal<View | undefined> = computed(() =>
    this.at.value === undefined ? (this.preview.value ?? this.live.value) : this.past.value,
  );
  readonly match = computed<Match | undefined>(() => this.live.value?.match);
  private asked = 0;
  private readonly stop = new AbortController();
  private readonly views = new ViewCache(256);

  constructor(
    readonly id: string,
    /** The seat to look from; undefined for a spectator. */
    readonly seat: OwnSeat | undefined,
  ) {
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
    return match?.status === MatchStatus.PLAYING && this.seat !== undefined && match.toMove.includes(this.seat.seat);
  }

  close(): void {
    this.stop.abort();
  }

  /** Shows the board after an event; undefined for live. */
  async show(seq: number | undefined): Promise<void> {
    const asked = ++this.asked;
    if (seq === undefined || seq >= this.lastSeq) {
      this.at.value = undefined;
      return;
    }
    const wanted = Math.max(1, seq);
    const view = this.views.get(wanted) ?? (await this.fetchAround(wanted));
    // Someone who scrubs on has asked for another board meanwhile.
    if (view && asked === this.asked) {
      batch(() => {
        this.past.value = view;
        this.at.value = wanted;
      });
    }
  }

  private async follow(): Promise<void> {
    try {
      const options = {
        token: this.seat?.token,
        signal: this.stop.signal,
        views: true,
        onConnection: (there: boolean) => (this.connected.value = there),
      };
      let fresh: Event[] = [];
      for await (const sighting of watchMatch(server, this.id, options)) {
        if (sighting.kind === "event") fresh.push(sighting.event);
        if (sighting.kind === "heartbeat") this.connectedSeats.value = sighting.heartbeat.connectedSeats;
        if (sighting.kind === "caught-up") this.caughtUp.value = true;
        // Openings come with their events, the board after them: shown together, the choices are those of the last event.
        if (this.caughtUp.value && fresh.length > 0 && (sighting.kind === "caught-up" || sighting.kind === "heartbeat")) {
          this.events.value = [...this.events.value, ...fresh];
          fresh = [];
        }
        if (sighting.kind === "view") await this.take(sighting.view, fresh.splice(0));
      }
      if (fresh.length > 0) this.events.value = [...this.events.value, ...fresh];
    } catch (error) {
      if (!this.stop.signal.aborted) this.error.value = toClioError(error);
    }
  }

  /** Takes over a board with the events before it; its legal moves and points follow. */
  private async take(view: View, fresh: readonly Event[]): Promise<void> {
    const match = view.match;
    if (!match) return;
    this.components.value ??= await getComponents({ game: match.game, digest: match.dataDigest });
    // A connection that was made again brings the same board: what is being composed on it stays.
    const stays = this.moves.value.length > 0 && this.movesSeq.value === match.seq && this.myTurn;
    batch(() => {
      if (fresh.length > 0) this.events.value = [...this.events.value, ...fresh];
      this.live.value = view;
      this.views.put(Number(match.seq), view);
      if (stays) return;
      this.moves.value = [];
      this.preview.value = undefined;
    });
    if (!stays) void this.fetchChoices(match);
    void this.getReady(match);
  }

  /** Reveals the entropy of this browser's seats once all seats are taken; the last reveal starts the match. */
  private async getReady(match: Match): Promise<void> {
    if (match.status !== MatchStatus.READYING) return;
    const due = match.fairPlay?.dueSeats ?? [];
    for (const own of seats.value.filter((one) => one.match === this.id && due.includes(one.seat))) {
      try {
        await keepSeat({ ...own, entropies: await readySeat(server, this.id, { ...own, entropies: own.entropies ?? [] }) });
      } catch {
        // Another page of this browser was first, or the seat is lost: the next view tells.
      }
    }
  }

  private async fetchChoices(match: Match): Promise<void> {
    const call = { token: this.seat?.token, signal: this.stop.signal };
    const mine = match.status === MatchStatus.PLAYING && this.seat && match.toMove.includes(this.seat.seat);
    try {
      const [moves, scores] = await Promise.all([
        mine ? server.call(MatchService.method.listLegalMoves, { matchId: this.id }, call) : undefined,
        match.status === MatchStatus.OPEN || match.status === MatchStatus.READYING ? undefined : this.scoresAt(0),
      ]);
      if (this.live.value?.match?.seq !== match.seq) return;
      batch(() => {
        this.moves.value = moves?.moves ?? [];
        this.movesSeq.value = moves?.seq ?? 0n;
        this.scores.value = scores ?? [];
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
    const answer = await server.call(MatchService.method.previewMove, request, { token: this.seat?.token, signal });
    if (!signal.aborted) this.preview.value = answer.view;
  }

  /** The points as they stood after an event; 0 for now. */
  async scoresAt(seq: number): Promise<readonly SeatScore[]> {
    const call = { token: this.seat?.token, signal: this.stop.signal };
    return (await server.call(ScoreService.method.getScores, { matchId: this.id, seq: BigInt(seq) }, call)).scores;
  }

  private async fetchAround(seq: number): Promise<View | undefined> {
    const from = Math.max(1, seq - WINDOW / 2);
    const request = {
      matchId: this.id,
      fromSeq: BigInt(from),
      toSeq: BigInt(Math.min(this.lastSeq, from + WINDOW)),
    };
    const call = { token: this.seat?.token, signal: this.stop.signal };
    for await (const { event, view } of await server.stream(RecordService.method.replayMatch, request, call)) {
      if (event && view) this.views.put(Number(event.seq), view);
    }
    return this.views.get(seq);
  }
}

/** The seat of this browser in a match: the asked one, else the first. */
export function ownSeat(match: string, asked: number | undefined): OwnSeat | undefined {
  const own = seats.value.filter((seat) => seat.match === match);
  return own.find((seat) => seat.seat === asked) ?? (asked === undefined ? own[0] : undefined);
}
