/** The points of every seat over the events of a match, as curves. */

import { useSignal } from "@preact/signals";
import type { SeatScore } from "clio-referee/contract/outcome";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";

import { SEAT_COLOURS, SEAT_SIGNS } from "../boards/board";
import { t } from "../i18n/translate";
import type { MatchSession } from "./match-session";

const SAMPLES = 32;
const WIDTH = 600;

export interface Sample {
  seq: number;
  scores: readonly SeatScore[];
}

/** Points at evenly spaced events; what is played meanwhile adds its own. */
export function useSamples(session: MatchSession): readonly Sample[] {
  const samples = useSignal<readonly Sample[]>([]);
  const ready = session.caughtUp.value && session.lastSeq > 4;
  useEffect(() => {
    if (!ready) return undefined;
    let current = true;
    const last = session.lastSeq;
    const gather = async (): Promise<void> => {
      const found: Sample[] = [];
      for (let sample = 0; sample <= SAMPLES && current; sample++) {
        const seq = Math.max(1, Math.round((last * sample) / SAMPLES));
        if (found.at(-1)?.seq === seq) continue;
        found.push({ seq, scores: await session.scoresAt(seq) });
        if (current && (sample % 8 === 0 || sample === SAMPLES)) samples.value = [...found];
      }
    };
    gather().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [ready, session.over, session.lens.value, session.id]);
  const scores = session.scores.value;
  useEffect(() => {
    const seq = Number(session.movesSeq.value || session.match.value?.seq || 0);
    const end = samples.value.at(-1);
    if (end && seq > end.seq && scores.length > 0) samples.value = [...samples.value, { seq, scores }];
  }, [scores]);
  return samples.value;
}

const style = (seat: number) => ({
  colour: SEAT_COLOURS[Math.max(0, seat) % SEAT_COLOURS.length],
  sign: SEAT_SIGNS[Math.max(0, seat) % SEAT_SIGNS.length],
});

interface CurvesProps {
  samples: readonly Sample[];
  names: readonly string[];
  last: number;
  at: number;
  jump: (seq: number) => void;
}

export function Curves({ samples, names, last, at, jump }: CurvesProps): ComponentChild {
  const seats = [...new Set(samples.flatMap(({ scores }) => scores.map(({ seat }) => seat)))].sort((one, other) => one - other);
  if (seats.length === 0) return null;
  const totals = samples.flatMap(({ scores }) => scores.map(({ total }) => total));
  const low = Math.min(0, ...totals);
  const high = Math.max(1, ...totals);
  const x = (seq: number): number => (WIDTH * seq) / Math.max(1, last);
  const y = (points: number): number => 94 - (88 * (points - low)) / (high - low);
  const before = samples.findLast(({ seq }) => seq <= at) ?? samples[0];
  const name = (seat: number): string => (seat < 0 ? t("the game") : names[seat] || t("seat {seat}", { seat }));
  const points = (sample: Sample | undefined, seat: number): number | undefined => sample?.scores.find((score) => score.seat === seat)?.total;
  const summary = seats.map((seat) => `${name(seat)} ${points(samples.at(-1), seat) ?? 0}`).join(", ");
  const pick = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    jump(Math.max(1, Math.round((last * (event.clientX - box.left)) / Math.max(1, box.width))));
  };
  return (
    <figure class="points-over-time">
      {/* A click jumps there; the slider below does the same by keyboard. */}
      <svg class="curves" viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" role="img" aria-label={t("Points over time, at the end: {end}", { end: summary })} onClick={pick}>
        <path class="axis" d={`M0 ${y(0)}H${WIDTH}`} />
        {seats.map((seat) => {
          const line = samples.flatMap((sample) => {
            const total = points(sample, seat);
            return total === undefined ? [] : [`${x(sample.seq).toFixed(1)} ${y(total).toFixed(1)}`];
          });
          return <polyline points={line.join(" ")} stroke={style(seat).colour} stroke-dasharray={seat % 2 ? "7 4" : undefined} />;
        })}
        <path class="cursor" d={`M${x(at)} 0V100`} />
      </svg>
      <figcaption>
        {seats.map((seat) => <span class="curve-of"><span style={{ color: style(seat).colour }} aria-hidden="true">{style(seat).sign}</span> <bdi>{name(seat)}</bdi> <b>{points(before, seat) ?? "–"}</b></span>)}
      </figcaption>
    </figure>
  );
}
