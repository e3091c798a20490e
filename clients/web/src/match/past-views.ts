/** Boards of the past, fetched in windows around the one that is asked for. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions } from "clio-referee";
import { RecordService } from "clio-referee/contract/record_service";
import type { View, ViewpointSchema } from "clio-referee/contract/view";

import { server } from "../api";
import { ViewCache } from "./view-cache";

/** A viewpoint to look from; undefined for the one that shows the most. */
export type Lens = MessageInitShape<typeof ViewpointSchema> | undefined;

/** How many boards are fetched at once, and how many are kept. */
const WINDOW = 24;
const KEPT = 4 * WINDOW;

export class PastViews {
  private views = new ViewCache(KEPT);
  private lens: Lens;
  private readonly fetching = new Map<number, Promise<void>>();

  constructor(
    private readonly match: string,
    private readonly call: CallOptions,
  ) {}

  /** Looks from another viewpoint: what was fetched for the one before is dropped. */
  lookFrom(lens: Lens): void {
    this.lens = lens;
    this.views = new ViewCache(KEPT);
    this.fetching.clear();
  }

  put(seq: number, view: View): void {
    this.views.put(seq, view);
  }

  /** The board after an event; those around it are fetched too, and those ahead before they are asked for. */
  async at(seq: number, last: number, direction: number): Promise<View | undefined> {
    let views: ViewCache;
    do {
      views = this.views;
      if (!views.has(seq)) await this.fetch(Math.floor(seq / WINDOW), last);
      // The viewpoint may have changed meanwhile.
    } while (views !== this.views);
    const view = views.get(seq);
    const ahead = Math.min(last, Math.max(1, seq + (direction < 0 ? -1 : 1) * WINDOW));
    // Failures show when the board is asked for.
    if (!this.views.has(ahead)) this.fetch(Math.floor(ahead / WINDOW), last).catch(() => undefined);
    return view;
  }

  private fetch(window: number, last: number): Promise<void> {
    const known = this.fetching.get(window);
    if (known) return known;
    const made = this.load(window * WINDOW, last).finally(() => this.fetching.delete(window));
    this.fetching.set(window, made);
    return made;
  }

  private async load(from: number, last: number): Promise<void> {
    const views = this.views;
    const request = {
      matchId: this.match,
      fromSeq: BigInt(Math.max(1, from)),
      toSeq: BigInt(Math.min(last, from + WINDOW - 1)),
      ...(this.lens && { viewpoint: this.lens }),
    };
    for await (const { event, view } of await server.stream(RecordService.method.replayMatch, request, this.call)) {
      if (event && view) views.put(Number(event.seq), view);
    }
  }
}
