/** A cache of boards by event, bounded: the one used longest ago leaves first. */

import type { View } from "clio-referee/contract/view";

export class ViewCache {
  private readonly views = new Map<number, View>();

  constructor(private readonly most: number) {}

  has(seq: number): boolean {
    return this.views.has(seq);
  }

  get(seq: number): View | undefined {
    const view = this.views.get(seq);
    if (view) {
      this.views.delete(seq);
      this.views.set(seq, view);
    }
    return view;
  }

  put(seq: number, view: View): void {
    this.views.delete(seq);
    this.views.set(seq, view);
    if (this.views.size > this.most) this.views.delete(this.views.keys().next().value as number);
  }
}
