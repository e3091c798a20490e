/** The composer: choices made so far, what they offer next, and undo. */

import { useSignal } from "@preact/signals";
import type { Move } from "clio-referee/contract/move";
import { useCallback, useMemo, useRef } from "preact/hooks";

import type { Board } from "../boards/board";
import { choose, compose, type Composition, type MovePath } from "./composition";
import type { MatchSession } from "./match-session";

export interface Composer {
  chosen: readonly string[];
  composition: Composition;
  /** Follows a choice; one that is not offered changes nothing. */
  choose: (choice: string) => void;
  /** Makes all the choices of a move at once; undo takes them back one by one. Whether the move is offered. */
  take: (notation: string) => boolean;
  /** Takes the last choice back, with the steps that followed from it. */
  undo: () => void;
}

/** The choices made, and the moves they were made from: with other moves they count no more, from the first drawing on. */
interface Made {
  moves: readonly Move[];
  /** Each entry is a path: choices with a single continuation grow it by several steps, which undo takes back at once. */
  paths: readonly (readonly string[])[];
}

function pathsOf(made: Made, moves: readonly Move[]): Made["paths"] {
  return made.moves === moves ? made.paths : [];
}

const NOTHING: Composition = { next: [], complete: undefined, reachable: 0 };
const NONE: readonly string[] = [];

/** The choices of the moment; they start over whenever the match moves on. */
export function useComposer(session: MatchSession, board: Board | undefined): Composer {
  const moves = session.moves.value;
  const made = useSignal<Made>({ moves, paths: [] });
  const paths = useMemo<MovePath[]>(
    () => (board ? moves.flatMap((move) => board.paths(move).map((path) => ({ move, path }))) : []),
    [moves, board],
  );
  const live = session.at.value === undefined;
  const chosen = live ? (pathsOf(made.value, moves).at(-1) ?? NONE) : NONE;
  const composition = useMemo(() => (live ? compose(paths, chosen) : NOTHING), [paths, chosen, live]);
  const offered = useRef({ moves, paths });
  offered.current = { moves, paths };
  // The same function for all positions: parts of a board that have not changed keep the one they were drawn with.
  const follow = useCallback((choice: string): void => {
    const { moves: now, paths: ways } = offered.current;
    const before = pathsOf(made.value, now);
    const path = before.at(-1) ?? NONE;
    if (compose(ways, path).next.includes(choice)) made.value = { moves: now, paths: [...before, choose(ways, path, choice)] };
  }, []);
  const take = useCallback((notation: string): boolean => {
    const { moves: now, paths: ways } = offered.current;
    const found = ways.find(({ move }) => move.notation === notation)?.path;
    if (found) made.value = { moves: now, paths: found.map((_, place) => found.slice(0, place + 1)) };
    return found !== undefined;
  }, []);
  const undo = useCallback((): void => {
    made.value = { moves, paths: pathsOf(made.value, moves).slice(0, -1) };
  }, [moves]);
  return { chosen, composition, choose: follow, take, undo };
}
