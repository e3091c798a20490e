/** The timeline: scrub, step and play through a match, with the points of every seat as curves. */

import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { t } from "../i18n/translate";
import { Curves, useSamples } from "./curves";
import type { MatchSession } from "./match-session";
import { ViewpointChoice } from "./viewpoint";

const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 900;
/** Keys and the events they step by; they work while the focus is in the timeline, so that they are in nobody's way. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

export function Timeline({ session }: { session: MatchSession }): ComponentChild {
  const samples = useSamples(session);
  const playing = useSignal(false);
  const speed = useSignal(1);
  const last = session.lastSeq;
  const at = session.at.value ?? last;
  const show = (seq: number): void => void session.show(seq >= last ? undefined : Math.max(1, seq));
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => {
      const now = session.at.value;
      if (now === undefined) playing.value = false;
      else show(now + 1);
    }, STEP_MS / speed.value);
    return () => clearInterval(timer);
  }, [playing.value, speed.value, last]);
  const play = (): void => {
    if (!playing.value && session.at.value === undefined) void session.show(1).then(() => (playing.value = true));
    else playing.value = !playing.value;
  };
  const slider = useRef<HTMLInputElement>(null);
  const asked = session.replayAsked.value;
  useEffect(() => {
    if (asked === 0) return;
    void session.show(1).then(() => (playing.value = true));
    slider.current?.focus();
  }, [asked]);
  const faster = (by: number): void => {
    speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(speed.value) + by))] as number;
  };
  const keys = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select, input[type=number]")) return;
    const step = STEPS[event.key];
    if (step !== undefined) show(at + step);
    else if (event.key === " " && !target.matches("button")) play();
    else if (event.key === "+" || event.key === "-") faster(event.key === "+" ? 1 : -1);
    else return;
    event.preventDefault();
  };
  return (
    <section class={session.at.value === undefined ? "panel timeline" : "panel timeline past"} aria-label={t("Timeline")} onKeyDown={keys}>
      <Curves samples={samples} names={session.match.value?.seats.map((seat) => seat.name) ?? []} last={last} at={at} jump={show} />
      <input ref={slider} type="range" min="1" max={Math.max(1, last)} value={at} aria-label={t("Event")} aria-valuetext={t("event {seq} of {last}", { seq: at, last })} onInput={(event) => show(Number(event.currentTarget.value))} />
      <div class="buttons">
        <button onClick={() => show(1)} aria-label={t("to the start")}>|◀</button>
        <button onClick={() => show(at - 1)} aria-label={t("one event back")}>◀</button>
        <button aria-pressed={playing.value} onClick={play}>{playing.value ? t("Pause") : t("Play")}</button>
        <button onClick={() => show(at + 1)} aria-label={t("one event on")}>▶</button>
        <button onClick={() => { playing.value = false; show(last); }}>{session.over ? t("End") : t("Live")}</button>
      </div>
      <div class="buttons finer">
        <label>{t("speed")} <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>{SPEEDS.map((one) => <option value={one}>{one}×</option>)}</select></label>
        <label>{t("event")} <input class="jump" type="number" min="1" max={last} value={at} onChange={(event) => show(Number(event.currentTarget.value) || at)} /> <span class="quiet">{t("of {last}", { last })}</span></label>
      </div>
      <ViewpointChoice session={session} />
      <details class="keys"><summary>{t("Keys")}</summary>
        <p class="quiet">{t("With the focus in the timeline: left and right arrows step, Page Up and Page Down step by ten, Home and End go to the start and the end, the space bar plays, + and − change the speed.")}</p>
      </details>
    </section>
  );
}
