/** Composition of a move: a path of choices through the legal moves, so that only what is legal can be chosen. */

import type { Move } from "clio-referee/contract/move";

/** A legal move and the choices that lead to it, in order. */
export interface MovePath {
  move: Move;
  path: readonly string[];
}

export interface Composition {
  /** What can be chosen next. */
  next: readonly string[];
  /** The move that the choices so far make, if they make one. */
  complete: Move | undefined;
  /** How many moves can still be reached. */
  reachable: number;
}

/** What follows from the choices made so far. */
export function compose(paths: readonly MovePath[], chosen: readonly string[]): Composition {
  const fitting = paths.filter(({ path }) => chosen.every((choice, place) => path[place] === choice));
  const next = new Set<string>();
  for (const { path } of fitting) if (path.length > chosen.length) next.add(path[chosen.length] as string);
  const complete = chosen.length > 0 ? fitting.find(({ path }) => path.length === chosen.length)?.move : undefined;
  return { next: [...next], complete, reachable: fitting.length };
}

/** Follows a choice, and every later step that offers only one. */
export function choose(paths: readonly MovePath[], chosen: readonly string[], choice: string): string[] {
  let made = [...chosen, choice];
  for (;;) {
    const { next, complete } = compose(paths, made);
    if (complete || next.length !== 1) return made;
    made = [...made, next[0] as string];
  }
}
