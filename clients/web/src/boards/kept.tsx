/** A part of a drawing that is drawn again only when what it shows has changed: boards that follow each other differ little. */

import { Component, type ComponentChild } from "preact";

import { language } from "../store/settings";

interface KeptProps {
  /** All that the part is drawn from, but functions: messages of the contract, strings and numbers. */
  by: readonly unknown[];
  draw: () => ComponentChild;
}

interface Drawn {
  by: string;
}

export class Kept extends Component<KeptProps, Drawn> {
  override state: Drawn = { by: "" };

  static getDerivedStateFromProps({ by }: KeptProps): Drawn {
    // Every view is a new object: its parts are compared by what they hold.
    return { by: JSON.stringify([language.value, by]) };
  }

  override shouldComponentUpdate(_: KeptProps, next: Drawn): boolean {
    return next.by !== this.state.by;
  }

  override render({ draw }: KeptProps): ComponentChild {
    return draw();
  }
}

/** The choices of these kinds among those that are offered or made, for `Kept`. */
export function choicesAmong(choices: Iterable<string>, ...kinds: readonly string[]): string[] {
  return [...choices].filter((choice) => kinds.includes(choice.split(":", 1)[0] as string));
}
