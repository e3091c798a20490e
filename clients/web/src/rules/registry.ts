/** The drawn examples by game, loaded when its rules are read. */

import type { Examples } from "./example";

export async function examplesOf(game: string): Promise<Examples> {
  switch (game) {
    case "akros": return (await import("./akros-examples")).akrosExamples;
    case "akrotiri": return (await import("./akrotiri-examples")).akrotiriExamples;
    case "amphipolis": return (await import("./amphipolis-examples")).amphipolisExamples;
    default: return {};
  }
}
