/** A curve of numbers, with its sentence as the text alternative. */

import type { ComponentChild } from "preact";

export function Curve({ values, says }: { values: readonly number[]; says: string }): ComponentChild {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, place) => `${(300 * place) / (values.length - 1)},${84 - (78 * (value - low)) / (high - low || 1)}`);
  return (
    <figure class="card curve">
      <svg viewBox="0 0 300 90" role="img" aria-label={says} preserveAspectRatio="none"><polyline points={points.join(" ")} /></svg>
      <figcaption class="quiet">{says}</figcaption>
    </figure>
  );
}
