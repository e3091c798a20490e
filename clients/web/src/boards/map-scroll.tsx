/** A map that is large enough to be pressed with a finger: where it would be too small, it scrolls. */

import type { ComponentChild, ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../i18n/translate";
import "./map-scroll.css";

/** Pixels for a unit of the drawing, at least, while something on the map can be chosen. */
const MIN_SCALE = 0.64;
/** How much a map grows that is made larger by hand. */
const BY_HAND = 1.9;
/** The part of the window's height that a map takes, at most. */
const MAX_HEIGHT = 0.84;

interface MapScrollProps {
  /** The size of the drawing, in its units. */
  width: number;
  height: number;
  /** What can be chosen on the map; empty for nothing. */
  choices: string;
  children: ComponentChildren;
}

/** Brings the middle of what can be chosen into the middle of the window. */
function centre(box: HTMLElement): void {
  const found = [...box.querySelectorAll("[data-choose]")].map((one) => one.getBoundingClientRect());
  if (found.length === 0) return;
  const middle = (edges: readonly (readonly [number, number])[]): number =>
    (Math.min(...edges.map(([low]) => low)) + Math.max(...edges.map(([, high]) => high))) / 2;
  const frame = box.getBoundingClientRect();
  box.scrollLeft += middle(found.map(({ left, right }) => [left, right])) - (frame.left + frame.width / 2);
  box.scrollTop += middle(found.map(({ top, bottom }) => [top, bottom])) - (frame.top + frame.height / 2);
}

export function MapScroll({ width, height, choices, children }: MapScrollProps): ComponentChild {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 800, height: 700 });
  const [asked, ask] = useState<boolean | undefined>(undefined);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: MAX_HEIGHT * window.innerHeight });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const fit = Math.min(room.width / width, room.height / height);
  const small = fit < MIN_SCALE;
  const large = asked ?? (small && choices !== "");
  const scale = Math.max(MIN_SCALE, small && asked === undefined ? 0 : BY_HAND * fit);
  useEffect(() => {
    if (large && box.current) centre(box.current);
  }, [large, choices]);
  return (
    <>
      <div
        ref={box}
        class={large ? "map-scroll large" : "map-scroll"}
        style={{ "--map-width": `${Math.ceil(scale * width)}px` }}
        {...(large && { tabIndex: 0, role: "region", "aria-label": t("Map") })}
      >
        {children}
      </div>
      {(small || asked !== undefined) && (
        <p class="map-size">
          <button aria-pressed={large} onClick={() => ask(!large)}>{large ? t("Whole map") : t("Larger map")}</button>{" "}
          {large && <span class="quiet">{t("Drag the map to see the rest.")}</span>}
        </p>
      )}
    </>
  );
}
