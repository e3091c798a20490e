/** The board of each game; a game without one of its own has the generic board. */

import type { Board } from "./board";
import { generic } from "./generic";

const LOADERS: Readonly<Record<string, () => Promise<Board>>> = {
  akros: async () => (await import("./akros")).akros,
  akrotiri: async () => (await import("./akrotiri")).akrotiri,
  amphipolis: async () => (await import("./amphipolis")).amphipolis,
};

export async function boardOf(game: string): Promise<Board> {
  return Object.hasOwn(LOADERS, game) ? (LOADERS[game] as () => Promise<Board>)() : generic;
}
