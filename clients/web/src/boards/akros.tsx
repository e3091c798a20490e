/** The board of Akros: hexagonal regions with stacks and servants, the draft, the Temple of Time, who leads where. */

import { AkrosEnvironment, AkrosSide, AkrosStep, type AkrosRegionView, type AkrosView } from "clio-referee/contract/akros";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { type Board, type BoardProps, choosable } from "./board";

const SIZE = 58;
const NAMES: Record<AkrosEnvironment, string> = {
  [AkrosEnvironment.UNSPECIFIED]: "",
  [AkrosEnvironment.FOREST]: "forest",
  [AkrosEnvironment.MOUNTAIN]: "mountain",
  [AkrosEnvironment.SEA]: "sea",
};

function hexagon(size: number): string {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    return `${(size * Math.cos(angle)).toFixed(1)},${(size * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

function Emblem({ of }: { of: AkrosEnvironment }): ComponentChild {
  if (of === AkrosEnvironment.FOREST) {
    return <path class="emblem" d="M-15 7-8-9-1 7zM1 7 8-9 15 7zM-8 10 0-14 8 10zM-2 10h4v5h-4z" />;
  }
  if (of === AkrosEnvironment.MOUNTAIN) return <path class="emblem" d="M-19 10-7-11-1 0 6-9 19 10z" />;
  return (
    <path class="emblem wave" d="M-18-4q4.500-6 9 0t9 0 9 0 9 0M-18 5q4.500-6 9 0t9 0 9 0 9 0" />
  );
}

/** A servant: Jinn are drops of blue, Ifrit flames of orange, so that shape and colour both tell. */
function Servant({ side }: { side: AkrosSide }): ComponentChild {
  return side === AkrosSide.JINN ? (
    <g class="servant jinn"><path d="M0-22c9 9 12 16 12 22a12 12 0 0 1-24 0c0-6 3-13 12-22z" /><circle r="4" cy="2" /></g>
  ) : (
    <g class="servant ifrit"><path d="M-14-14l7 6 7-14 7 14 7-6-4 24q-10 6-20 0z" /><circle r="4" cy="2" /></g>
  );
}

function centre({ q, r }: AkrosRegionView): { x: number; y: number } {
  return { x: SIZE * Math.sqrt(3) * (q + r / 2), y: SIZE * 1.5 * r };
}

function Region({ region, props }: { region: AkrosRegionView; props: BoardProps }): ComponentChild {
  const { x, y } = centre(region);
  const choice = `region:${region.id}`;
  const chosen = props.chosen.includes(choice);
  const before = props.before?.game.case === "akros" ? props.before.game.value.regions[region.id] : undefined;
  const changed = before && (before.tiles !== region.tiles || before.servant !== region.servant);
  const lift = Math.min(region.tiles, 6) * 5;
  const says = sentence(region);
  return (
    <g transform={`translate(${x} ${y})`} data-choice={choice}>
      <g {...choosable(props, choice, says)}>
        <title>{says}</title>
        {Array.from({ length: Math.min(region.tiles, 6) }, (_, tile) => (
          <polygon class={`hex side env-${NAMES[region.environment]}`} points={hexagon(SIZE - 3)} transform={`translate(0 ${-5 * tile})`} />
        ))}
        <g transform={`translate(0 ${-lift})`}>
          <polygon class={`hex env-${NAMES[region.environment]} ${region.tiles ? "tile" : ""}`} points={hexagon(SIZE - 3)} />
          {region.contested && <polygon class="contested" points={hexagon(SIZE - 10)} />}
          <g transform={`translate(0 ${region.servant ? 27 : 8}) scale(${region.servant ? 0.75 : 1.15})`}><Emblem of={region.environment} /></g>
          {region.servant !== undefined && <g transform="translate(0 -8)"><Servant side={region.servant} /></g>}
          <text class="number" x={-SIZE * 0.62} y={-SIZE * 0.22}>{region.id}</text>
          {region.tiles > 0 && (
            <g transform={`translate(${SIZE * 0.56} ${-SIZE * 0.3})`} class="height">
              <rect x="-13" y="-13" width="26" height="24" rx="6" />
              <text y="5">{region.tiles}</text>
            </g>
          )}
          {(props.next.has(choice) || chosen || changed) && (
            <polygon class={chosen ? "mark chosen" : props.next.has(choice) ? "mark" : "mark changed"} points={hexagon(SIZE - 4)} />
          )}
        </g>
      </g>
    </g>
  );
}

function sentence(region: AkrosRegionView): string {
  const parts = [t("region {number}: {environment}", { number: region.id, environment: t(NAMES[region.environment]) })];
  if (region.tiles) parts.push(t("{count} tiles", { count: region.tiles }));
  if (region.servant === AkrosSide.JINN) parts.push(t("a servant of Jinn"));
  if (region.servant === AkrosSide.IFRIT) parts.push(t("a servant of Ifrit"));
  if (region.contested) parts.push(t("contested"));
  return parts.join(", ");
}

function Tile({ of, size = 30 }: { of: AkrosEnvironment; size?: number }): ComponentChild {
  return (
    <g>
      <polygon class={`hex env-${NAMES[of]}`} points={hexagon(size)} />
      <g transform={`scale(${size / 34})`}><Emblem of={of} /></g>
    </g>
  );
}

function Draft({ view, props }: { view: AkrosView; props: BoardProps }): ComponentChild {
  return (
    <section class="panel" aria-label={t("The draft")}>
      <h3>{t("On offer")}</h3>
      <div class="cards">
        {view.offer.map((tile) => {
          const choice = `tile:${NAMES[tile]}`;
          const label = t("keep {tile}", { tile: t(NAMES[tile]) });
          return (
            <button class="token" disabled={!props.next.has(choice)} aria-pressed={props.chosen.includes(choice)} aria-label={label} onClick={() => props.choose(choice)}>
              <svg viewBox="-34 -34 68 68" aria-hidden="true"><Tile of={tile} /></svg>
              <span>{t(NAMES[tile])}</span>
            </button>
          );
        })}
        {view.offer.length === 0 && <p class="quiet">{t("nothing")}</p>}
      </div>
      <dl class="kept">
        <Kept side={t("Jinn keeps")} tile={view.jinnTile} />
        <Kept side={t("Ifrit keeps")} tile={view.ifritTile} />
      </dl>
    </section>
  );
}

function Kept({ side, tile }: { side: string; tile: AkrosEnvironment | undefined }): ComponentChild {
  return (
    <div>
      <dt>{side}</dt>
      <dd>{tile ? <svg viewBox="-34 -34 68 68" role="img" aria-label={t(NAMES[tile])}><Tile of={tile} /></svg> : "–"}</dd>
    </div>
  );
}

function Lead({ view }: { view: AkrosView }): ComponentChild {
  return (
    <section class="panel" aria-label={t("Who leads where")}>
      <h3>{t("Who leads where")}</h3>
      {view.dominions.map(({ environment, jinn, ifrit, merit }) => {
        const total = Math.max(1, jinn + ifrit);
        return (
          <div class="lead">
            <span>{t(NAMES[environment])}</span>
            <svg viewBox="0 0 110 22" preserveAspectRatio="none" role="img" aria-label={`Jinn ${jinn}, Ifrit ${ifrit}`}>
              <rect class="bar-back" width="110" height="22" rx="4" />
              <rect class="bar-jinn" width={(110 * jinn) / total} height="22" />
              <rect class="bar-ifrit" x={110 - (110 * ifrit) / total} width={(110 * ifrit) / total} height="22" />
              <text x="8" y="16">{jinn}</text>
              <text x="102" y="16" text-anchor="end">{ifrit}</text>
            </svg>
            <b>{merit === AkrosSide.JINN ? "Jinn" : merit === AkrosSide.IFRIT ? "Ifrit" : "–"}</b>
          </div>
        );
      })}
    </section>
  );
}

function Temple({ view }: { view: AkrosView }): ComponentChild {
  return (
    <section class="panel" aria-label={t("Temple of Time")}>
      <h3>{t("Temple of Time")}</h3>
      <div class="piles">
        {view.temple.map(({ turn, tiles }) => (
          <div class="pile">
            <span>{t("turn {turn}", { turn })}</span>
            <div class="cards">
              {tiles.map((tile) => <svg viewBox="-34 -34 68 68" role="img" aria-label={t(NAMES[tile])}><Tile of={tile} /></svg>)}
            </div>
          </div>
        ))}
      </div>
      <p class="quiet">{t("{count} tiles in the bag", { count: view.bag })}</p>
    </section>
  );
}

function Drawing(props: BoardProps): ComponentChild {
  if (props.view.game.case !== "akros") return null;
  const view = props.view.game.value;
  const centres = view.regions.map(centre);
  const left = Math.min(...centres.map(({ x }) => x)) - SIZE - 6;
  const top = Math.min(...centres.map(({ y }) => y)) - SIZE - 36;
  const width = Math.max(...centres.map(({ x }) => x)) + SIZE + 6 - left;
  const height = Math.max(...centres.map(({ y }) => y)) + SIZE + 6 - top;
  const rows = [...view.regions].sort((one, other) => one.r - other.r || one.q - other.q);
  return (
    <div class="akros board-with-panels">
      <svg class="map" viewBox={`${left} ${top} ${width} ${height}`} role="group" aria-label={t("Board of {game}", { game: "Akros" })}>
        {rows.map((region) => <Region key={region.id} region={region} props={props} />)}
      </svg>
      <div class="panels">
        <Draft view={view} props={props} />
        <Lead view={view} />
        <Temple view={view} />
      </div>
    </div>
  );
}

export const akros: Board = {
  Drawing,
  paths: (move) => {
    const action = move.game.case === "akros" ? move.game.value.action : undefined;
    if (action?.case === "keep") return [[`tile:${NAMES[action.value.tile]}`]];
    if (action?.case === "place") return [[`region:${action.value.origin}`, `region:${action.value.target}`]];
    return [[move.notation]];
  },
  label: (choice) => {
    const [kind, what = ""] = choice.split(":");
    return kind === "tile" ? t("keep {tile}", { tile: t(what) }) : t("region {number}", { number: what });
  },
  describe: (view) => {
    if (view.game.case !== "akros") return [];
    const { turn, regions } = view.game.value;
    const notable = regions.filter((region) => region.tiles || region.servant || region.contested);
    return [t("Turn {turn} of {turns}.", { turn, turns: 9 }), ...notable.map((region) => `${sentence(region)}.`)];
  },
  prompt: (view) => {
    const step = view.game.case === "akros" ? view.game.value.step : AkrosStep.UNSPECIFIED;
    if (step === AkrosStep.JINN_KEEPS) return t("Jinn keeps one of the tiles drawn.");
    if (step === AkrosStep.IFRIT_KEEPS) return t("Ifrit keeps one of the tiles passed on.");
    if (step === AkrosStep.IFRIT_PLACES) return t("Ifrit places its tile: choose a servant, then a region next to it.");
    if (step === AkrosStep.JINN_PLACES) return t("Jinn places its tile: choose a servant, then where it flies to.");
    return "";
  },
};

