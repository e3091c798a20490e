/** The timeline: scrub, step and play through a match, with the points of every seat as curves. */

import { useSignal } from "@preact/signals";
import type { SeatScore } from "clio-referee/contract/outcome";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";

import { SEAT_COLOURS } from "../boards/board";
import { t } from "../i18n/translate";
import type { MatchSession } from "./match-session";

const SAMPLES = 24;
const SPEEDS = [0.5, 1, 2, 4];
interface Sample {
  seq: number;
  scores: readonly SeatScore[];
}

/** Points at evenly spaced events; a match that goes on adds its end. */
function useSamples(session: MatchSession): readonly Sample[] {
  const samples = useSignal<readonly Sample[]>([]);
  const last = session.lastSeq;
  const ready = session.caughtUp.value && last > 4;
  useEffect(() => {
    if (!ready) return undefined;
    let current = true;
    const gather = async (): Promise<void> => {
      const found: Sample[] = [];
      for (let sample = 0; sample <= SAMPLES && current; sample++) {
        const seq = Math.max(1, Math.round((last * sample) / SAMPLES));
        if (found.at(-1)?.seq === seq) continue;
        found.push({ seq, scores: await session.scoresAt(seq) });
        if (sample % 6 === 0) samples.value = [...found];
      }
      if (current) samples.value = found;
    };
    gather().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [ready, session.over, session.id]);
  return samples.value;
}

function Curves({ samples, last, at }: { samples: readonly Sample[]; last: number; at: number }): ComponentChild {
  const totals = samples.flatMap(({ scores }) => scores.map(({ total }) => total));
  const low = Math.min(0, ...totals);
  const high = Math.max(1, ...totals);
  const x = (seq: number): number => (600 * seq) / Math.max(1, last);
  const y = (points: number): number => 94 - (88 * (points - low)) / (high - low);
  const seats = [...new Set(samples.flatMap(({ scores }) => scores.map(({ seat }) => seat)))];
  const end = samples.at(-1)?.scores ?? [];
  return (
    <svg class="curves" viewBox="0 0 600 100" preserveAspectRatio="none" role="img" aria-label={t("Points over time: {end}", { end: end.map(({ seat, total }) => `${t("seat {seat}", { seat })} ${total}`).join(", ") })}>
      <path class="axis" d={`M0 ${y(0)}H600`} />
      {seats.map((seat) => {
        const line = samples.flatMap(({ seq, scores }) => {
          const found = scores.find((score) => score.seat === seat);
          return found ? [`${x(seq).toFixed(1)} ${y(found.total).toFixed(1)}`] : [];
        });
        return <polyline points={line.join(" ")} stroke={SEAT_COLOURS[Math.max(0, seat) % SEAT_COLOURS.length]} stroke-dasharray={seat % 2 ? "7 4" : undefined} />;
      })}
      <path class="cursor" d={`M${x(at)} 0V100`} />
    </svg>
  );
}

export function Timeline({ session }: { session: MatchSession }): ComponentChild {
  const samples = useSamples(session);
  const playing = useSignal(false);
  const speed = useSignal(1);
  const last = session.lastSeq;
  const at = session.at.value ?? last;
  const show = (seq: number): void => void session.show(seq >= last ? undefined : seq);
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => {
      const now = session.at.value;
      if (now === undefined) playing.value = false;
      else show(now + 1);
    }, 900 / speed.value);
    return () => clearInterval(timer);
  }, [playing.value, speed.value, last]);
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      show(at + step);
    } else if (event.key === " " && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      playing.value = !playing.value;
    }
  };
  return (
    <section class="panel timeline" aria-label={t("Timeline")} onKeyDown={keys}>
      <Curves samples={samples} last={last} at={at} />
      <input type="range" min="1" max={Math.max(1, last)} value={at} aria-label={t("Event")} aria-valuetext={t("event {seq} of {last}", { seq: at, last })} onInput={(event) => show(Number(event.currentTarget.value))} />
      <div class="buttons">
        <button onClick={() => show(1)} aria-label={t("to the start")}>|◀</button>
        <button onClick={() => show(at - 1)} aria-label={t("one event back")}>◀</button>
        <button aria-pressed={playing.value} onClick={() => { if (session.at.value === undefined) show(1); playing.value = !playing.value; }}>{playing.value ? t("Pause") : t("Play")}</button>
        <button onClick={() => show(at + 1)} aria-label={t("one event on")}>▶</button>
        <button onClick={() => { playing.value = false; show(last); }}>{session.over ? t("End") : t("Live")}</button>
        <label>{t("speed")} <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>{SPEEDS.map((one) => <option value={one}>{one}×</option>)}</select></label>
        <span class="quiet">{t("event {seq} of {last}", { seq: at, last })}</span>
      </div>
    </section>
  );
}
