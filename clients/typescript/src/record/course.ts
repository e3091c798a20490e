/** The course of a match: which event may stand where. */

import type { Envelope } from "./envelope.js";
import { DROP_OUTS, FairPlay } from "./fair-play.js";
import { require } from "./flaw.js";
import { actorSeat } from "./form.js";
import { checkMatchEvent, entropyBytes, isOfFairPlay, type Opening } from "./match-events.js";
import { message, type Message } from "./message.js";

const NONE = new Uint8Array(0);

/** Follows a match event by event, from event 2 on. */
export class Course {
  started = false;
  over = false;
  /** Whether the events so far are those of event 1's request. */
  inHistory: boolean;
  private history = 0;
  private readonly names: (string | undefined)[];
  private readonly entropy: Uint8Array[];
  private readonly fairPlay: FairPlay;

  constructor(
    private readonly opening: Opening,
    private readonly firstRequest: string,
    private readonly note: (seq: number, said: string | Message) => void,
    match: string,
    at: string,
  ) {
    this.inHistory = opening.forkedFrom !== undefined;
    this.names = Array(opening.seats).fill(undefined);
    this.entropy = Array(opening.seats).fill(NONE);
    this.fairPlay = new FairPlay(opening.settings, match, this.names, this.entropy, at);
  }

  /** The entropy of every seat, in order; none counts as empty. */
  get entropies(): readonly Uint8Array[] {
    return this.entropy;
  }

  /** The names that the seats were joined with. */
  get players(): readonly (string | undefined)[] {
    return this.names;
  }

  take(event: Envelope): void {
    require(!this.over, "an event follows the end of the match");
    this.fairPlay.tick(event);
    this.placeInHistory(event);
    if (event.type.startsWith("match.")) {
      checkMatchEvent(event, this.opening.seats);
      this.takeMatchEvent(event);
    } else {
      require(event.actor !== "host", "the actor of a game's event is the host");
      require(this.started || this.inHistory, "an event of the game stands before the start");
      if (this.started) this.fairPlay.play(event);
    }
  }

  end(): void {
    require(this.opening.forkedFrom === undefined || this.history > 0, "the fork has no history");
  }

  private placeInHistory(event: Envelope): void {
    const first = event.request === this.firstRequest;
    if (!this.opening.forkedFrom) {
      require(!first, "match.Opened is not the only event of its request");
      return;
    }
    this.inHistory = first;
    if (first) {
      this.history++;
      const ofGame = !event.type.startsWith("match.") || DROP_OUTS.includes(event.type);
      require(ofGame, message`${{ type: event.type }} stands in the history of a fork`);
    } else {
      this.end();
    }
  }

  private takeMatchEvent(event: Envelope): void {
    const seat = event.public["seat"] as number;
    if (DROP_OUTS.includes(event.type)) {
      require(this.started || this.inHistory, message`${{ type: event.type }} stands before the start`);
    }
    if (isOfFairPlay(event)) {
      this.fairPlay.take(event, this.started);
      return;
    }
    switch (event.type) {
      case "match.Joined":
        require(!this.started, "a seat is joined after the start");
        require(this.names[seat] === undefined, message`seat ${{ seat }} is joined, but it is taken`);
        this.names[seat] = event.public["name"] as string;
        this.entropy[seat] = entropyBytes(event.public["entropy"]) as Uint8Array;
        this.fairPlay.join(seat, event);
        break;
      case "match.Left":
        this.leave(event, seat);
        break;
      case "match.Started":
        this.start(event);
        break;
      case "match.Resigned":
        this.fairPlay.dropOut(seat);
        break;
      case "match.TokenRotated":
        require(actorSeat(event.actor) === undefined || this.names[seat] !== undefined, message`seat ${{ seat }} is free`);
        break;
      case "match.Finished":
        require(this.started, "the match is finished before its start");
        this.over = true;
        break;
      case "match.Aborted":
        require(event.actor === this.fairPlay.abort(event, this.started), "another actor ends the match");
        this.over = true;
        break;
    }
  }

  private leave(event: Envelope, seat: number): void {
    require(!this.started, "a seat is left after the start");
    if (this.names[seat] === undefined) {
      require(this.opening.edition === 1, message`seat ${{ seat }} is left, but it is free`);
      this.note(event.seq, message`seat ${{ seat }} is left, but it is free`);
    } else this.fairPlay.leave(seat);
    this.names[seat] = undefined;
    this.entropy[seat] = NONE;
  }

  private start(event: Envelope): void {
    require(!this.started, "the match starts twice");
    const names = event.public["names"] as string[];
    require(!this.names.includes(undefined), "the match starts with a free seat");
    const same = names.length === this.names.length && names.every((name, seat) => name === this.names[seat]);
    require(same, "the names are not those that the seats were joined with");
    this.fairPlay.start();
    this.started = true;
  }
}
