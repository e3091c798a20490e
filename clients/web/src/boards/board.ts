/** What a board of a game is: a drawing of a view on which the choices of the moment can be clicked. */

import type { ComponentChild } from "preact";
import type { Components } from "clio-referee/contract/components";
import type { Move } from "clio-referee/contract/move";
import type { View } from "clio-referee/contract/view";

export interface BoardProps {
  view: View;
  components: Components | undefined;
  /** The choices that can be clicked now, as `Board.paths` names them. */
  next: ReadonlySet<string>;
  /** The choices made so far. */
  chosen: readonly string[];
  choose: (choice: string) => void;
  /** While a preview is shown: the board as it is, which the choices hold for. */
  before?: View | undefined;
  /** The board before the one that is shown, to mark what has changed. */
  since?: View | undefined;
  /** The seat that looks, if any. */
  seat: number | undefined;
}

export interface Board {
  /** The drawing. */
  Drawing: (props: BoardProps) => ComponentChild;
  /** The choices that make a move, in order; several ways where the order does not matter. */
  paths: (move: Move) => string[][];
  /** A choice in words, for buttons and screen readers. */
  label: (choice: string, components: Components | undefined) => string;
  /** A choice as a small picture beside its words, where one tells more. */
  picture?: (choice: string, view: View, seat: number | undefined, components: Components | undefined) => ComponentChild;
  /** The position in sentences, for screen readers. */
  describe: (view: View) => string[];
  /** What the mover has to do. */
  prompt: (view: View) => string;
}

/** The colour and sign of a seat: Okabe-Ito, told apart by shape too. */
export const SEAT_COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
export const SEAT_SIGNS = ["●", "▲", "■", "◆"];

/** Makes an element of a drawing a button for mouse, touch and keyboard, if it can be chosen now. */
export function choosable(props: BoardProps, choice: string, label: string): Record<string, unknown> {
  if (!props.next.has(choice)) return {};
  const pick = (): void => props.choose(choice);
  return {
    role: "button",
    // In lower case: attributes of SVG elements keep their case.
    tabindex: 0,
    "aria-label": label,
    class: "choosable",
    "data-choose": choice,
    onClick: pick,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick();
    },
  };
}

/** As `choosable`; what cannot be chosen now is a picture with the same name, so that screen readers meet it all the same. */
export function named(props: BoardProps, choice: string, label: string): Record<string, unknown> {
  return props.next.has(choice) ? choosable(props, choice, label) : { role: "img", "aria-label": label };
}

/** The attributes of an HTML button that makes a choice; it is disabled while the choice is not offered. */
export function choiceButton(props: BoardProps, choice: string): { disabled: boolean; "data-choose": string; onClick: () => void } {
  return { disabled: !props.next.has(choice), "data-choose": choice, onClick: () => props.choose(choice) };
}
