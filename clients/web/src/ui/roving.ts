/** Roving focus: a group of choices is one stop of the Tab key, and arrow keys move inside it. */

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Choices whose middles differ by less lie in one row. */
const ROW_PX = 20;

type Focusable = HTMLElement | SVGElement;

interface Placed {
  element: Focusable;
  x: number;
  y: number;
}

/** The choices of a group in reading order. */
function placed(group: HTMLElement, selector: string): Placed[] {
  const found = [...group.querySelectorAll<Focusable>(selector)].map((element) => {
    const box = element.getBoundingClientRect();
    return { element, x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
  return found.sort((one, other) => Math.round(one.y / ROW_PX) - Math.round(other.y / ROW_PX) || one.x - other.x);
}

/** The nearest choice above or below, as a person sees it. */
function nearest(all: readonly Placed[], from: Placed, down: boolean): Placed | undefined {
  const cost = (one: Placed): number => Math.abs(one.y - from.y) + 2 * Math.abs(one.x - from.x);
  const there = all.filter((one) => (down ? one.y - from.y : from.y - one.y) >= ROW_PX / 2);
  return there.reduce<Placed | undefined>((best, one) => (best && cost(best) <= cost(one) ? best : one), undefined);
}

function next(all: readonly Placed[], from: Placed, key: string): Placed | undefined {
  const place = all.indexOf(from);
  switch (key) {
    case "ArrowRight": return all[(place + 1) % all.length];
    case "ArrowLeft": return all[(place + all.length - 1) % all.length];
    case "ArrowDown": return nearest(all, from, true);
    case "ArrowUp": return nearest(all, from, false);
    case "Home": return all[0];
    case "End": return all.at(-1);
    default: return undefined;
  }
}

export function useRovingFocus(ref: RefObject<HTMLElement | null>, selector: string): void {
  // After every drawing: choices come and go with what is chosen.
  useEffect(() => {
    const all = [...(ref.current?.querySelectorAll<Focusable>(selector) ?? [])];
    const current = all.find((one) => one === document.activeElement) ?? all.find((one) => one.dataset["current"]) ?? all[0];
    for (const one of all) one.setAttribute("tabindex", one === current ? "0" : "-1");
  });
  useEffect(() => {
    let order: readonly Focusable[] = [];
    // Focus scrolls the page and the map, which moves choices from row to row: while the same choices are there, their
    // order stays, so that the arrow keys reach every one of them.
    const steady = (all: Placed[]): Placed[] => {
      const ranks = new Map(order.map((element, rank) => [element, rank]));
      if (all.length !== order.length || !all.every(({ element }) => ranks.has(element))) {
        order = all.map(({ element }) => element);
        return all;
      }
      return all.sort((one, other) => (ranks.get(one.element) ?? 0) - (ranks.get(other.element) ?? 0));
    };
    // The group may be drawn later than this runs.
    const chosen = (event: Event): Focusable | null => {
      const target = event.target instanceof Element && ref.current?.contains(event.target) ? event.target : null;
      return target?.closest<Focusable>(selector) ?? null;
    };
    const move = (event: KeyboardEvent): void => {
      const target = chosen(event);
      const group = ref.current;
      if (!target || !group || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const all = steady(placed(group, selector));
      const from = all.find(({ element }) => element === target);
      const to = from && next(all, from, event.key);
      if (!to) return;
      event.preventDefault();
      to.element.focus();
    };
    const mark = (event: FocusEvent): void => {
      const target = chosen(event);
      const group = ref.current;
      if (!target || !group) return;
      for (const one of group.querySelectorAll<Focusable>(selector)) {
        one.setAttribute("tabindex", one === target ? "0" : "-1");
        if (one === target) one.dataset["current"] = "true";
        else delete one.dataset["current"];
      }
    };
    document.addEventListener("keydown", move);
    document.addEventListener("focusin", mark);
    return () => {
      document.removeEventListener("keydown", move);
      document.removeEventListener("focusin", mark);
    };
  }, []);
}
