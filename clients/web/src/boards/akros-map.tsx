/** The board of Akros, drawn: regions with their stacks and servants, contested ground, the way of a servant. */

import { type AkrosRegionView, AkrosSide } from "clio-referee/contract/akros";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { Emblem, environmentName, hexagon, lift, Servant, SIZE, Stack } from "./akros-pieces";
import { type BoardProps, named } from "./board";

export function centre({ q, r }: Pick<AkrosRegionView, "q" | "r">): { x: number; y: number } {
  return { x: SIZE * Math.sqrt(3) * (q + r / 2), y: SIZE * 1.5 * r };
}

/** A region in a sentence. */
export function regionSentence(region: AkrosRegionView): string {
  const parts = [t("region {number}: {environment}", { number: region.id, environment: t(environmentName(region.environment)) })];
  if (region.tiles) parts.push(t("{count} tiles", { count: region.tiles }));
  if (region.servant === AkrosSide.JINN) parts.push(t("a servant of Jinn"));
  if (region.servant === AkrosSide.IFRIT) parts.push(t("a servant of Ifrit"));
  if (region.contested) parts.push(t("contested"));
  return parts.join(", ");
}

function markOf(region: AkrosRegionView, props: BoardProps): string | undefined {
  const choice = `region:${region.id}`;
  if (props.chosen.includes(choice)) return "mark chosen";
  if (props.next.has(choice)) return "mark";
  const before = props.since?.game.case === "akros" ? props.since.game.value.regions[region.id] : undefined;
  return before && (before.tiles !== region.tiles || before.servant !== region.servant) ? "mark changed" : undefined;
}

function Region({ region, props }: { region: AkrosRegionView; props: BoardProps }): ComponentChild {
  const { x, y } = centre(region);
  const choice = `region:${region.id}`;
  const says = regionSentence(region);
  const mark = markOf(region, props);
  const occupied = region.servant !== undefined;
  return (
    <g transform={`translate(${x} ${y})`} data-choice={choice}>
      <g {...named(props, choice, says)}>
        <title>{says}</title>
        <g transform={`translate(0 ${-lift(region.tiles)})`}>
          <Stack environment={region.environment} tiles={region.tiles} />
          <g transform={`translate(0 ${occupied ? 31 : 6}) scale(${occupied ? 0.62 : 1.15})`}><Emblem of={region.environment} /></g>
          {region.contested && <Contested />}
          {region.servant !== undefined && <g transform="translate(0 -9) scale(1.12)"><Servant side={region.servant} /></g>}
          <text class="number" x={-SIZE * 0.6} y={-SIZE * 0.18}>{region.id}</text>
          {region.tiles > 0 && <g transform={`translate(${SIZE * 0.56} ${-SIZE * 0.26})`} class="height"><circle r="12" /><text y="5.5">{region.tiles}</text></g>}
          {mark && <polygon class={mark} points={hexagon(SIZE - 5)} />}
        </g>
      </g>
    </g>
  );
}

/** The sign of contested ground: a broken rim and two small flames. */
function Contested(): ComponentChild {
  return (
    <g class="contested">
      <polygon points={hexagon(SIZE - 11)} />
      {[-1, 1].map((side) => <path d="M0 5c-4 0-6-4-4-7 1-2 2-3 2-6 4 2 3 4 4 5l1-3c3 4 3 11-3 11z" transform={`translate(${7 * side} 42)`} />)}
    </g>
  );
}

/** Where the servant of the last step came from, and where it is. */
function gone(regions: readonly AkrosRegionView[], { since }: BoardProps): [AkrosRegionView | undefined, AkrosRegionView | undefined] {
  const before = since?.game.case === "akros" ? since.game.value.regions : [];
  const was = (id: number): AkrosSide | undefined => before.find((region) => region.id === id)?.servant;
  if (before.length === 0) return [undefined, undefined];
  const to = regions.find(({ id, servant }) => servant !== undefined && was(id) === undefined);
  return [regions.find(({ id, servant }) => servant === undefined && was(id) === to?.servant), to];
}

/** The way of a servant: of the chosen move, or of the one that was just made. */
function Way({ regions, props }: { regions: readonly AkrosRegionView[]; props: BoardProps }): ComponentChild {
  const [from, to] = props.chosen.length > 0 ? props.chosen.map((choice) => regions.find(({ id }) => choice === `region:${id}`)) : gone(regions, props);
  if (!from || !to) return null;
  const [a, b] = [centre(from), centre(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return <path class="way" d={`M24 0H${length - 34}m0-9 14 9-14 9z`} transform={`translate(${a.x} ${a.y}) rotate(${angle})`} />;
}

/** The regions of a board, or a part of them. */
export function AkrosMap({ regions, props, label }: { regions: readonly AkrosRegionView[]; props: BoardProps; label: string }): ComponentChild {
  const centres = regions.map(centre);
  const highest = Math.max(...regions.map(({ tiles }) => lift(tiles)));
  const left = Math.min(...centres.map(({ x }) => x)) - SIZE;
  const top = Math.min(...centres.map(({ y }) => y)) - SIZE - 6 - highest;
  const width = Math.max(...centres.map(({ x }) => x)) + SIZE - left;
  const height = Math.max(...centres.map(({ y }) => y)) + SIZE + 10 - top;
  const rows = [...regions].sort((one, other) => one.r - other.r || one.q - other.q);
  const hollow = regions.length > 12 && !regions.some(({ q, r }) => q === 0 && r === 0);
  return (
    <svg class="map akros-map" viewBox={`${left} ${top} ${width} ${height}`} role="group" aria-label={label}>
      {hollow && <Spirit />}
      {rows.map((region) => <Region key={region.id} region={region} props={props} />)}
      <Way regions={regions} props={props} />
    </svg>
  );
}

/** The open middle of the board: no region, only an ornament. */
function Spirit(): ComponentChild {
  return (
    <g class="spirit">
      <polygon points={hexagon(SIZE - 8)} />
      {Array.from({ length: 12 }, (_, ray) => <path d="M0-19 2.5-35h-5z" transform={`rotate(${30 * ray})`} />)}
      <circle r="13" />
    </g>
  );
}
