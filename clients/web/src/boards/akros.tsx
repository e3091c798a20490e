/** The board of Akros: the regions, and beside them the sides, the draft, who leads where, the Temple of Time. */

import { type AkrosEnvironment, AkrosSide, AkrosStep, type AkrosView } from "clio-referee/contract/akros";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { AkrosMap, regionSentence } from "./akros-map";
import { Emblem, environmentName, Servant, Socket, Tile } from "./akros-pieces";
import "./akros.css";
import { type Board, type BoardProps, choiceButton } from "./board";

const TURNS = 9;
/** How many tiles a pile of the Temple of Time takes: from the turns before it. */
const PILES: Record<number, number> = { 7: 3, 8: 3, 9: 2 };

function sideName(side: AkrosSide | undefined): string {
  return side === AkrosSide.JINN ? "Jinn" : side === AkrosSide.IFRIT ? "Ifrit" : "–";
}

/** The two sides: who plays them and their merits. */
function Sides({ view, props }: { view: AkrosView; props: BoardProps }): ComponentChild {
  const sides = [
    { side: AkrosSide.JINN, seat: view.jinn, merits: view.jinnMerits },
    { side: AkrosSide.IFRIT, seat: view.ifrit, merits: view.ifritMerits },
  ];
  return (
    <div class="sides">
      {sides.map(({ side, seat, merits }) => {
        const moving = props.view.match?.toMove.includes(seat);
        return (
          <section class={`side-card ${sideName(side).toLowerCase()} ${moving ? "to-move" : ""}`} aria-label={sideName(side)}>
            <svg viewBox="-24 -30 48 60" aria-hidden="true"><Servant side={side} /></svg>
            <div><b>{sideName(side)}</b><bdi>{props.view.match?.seats[seat]?.name || t("seat {seat}", { seat })}</bdi></div>
            <span class="merits" role="img" aria-label={t("{count} merits", { count: merits })}>{merits}</span>
          </section>
        );
      })}
    </div>
  );
}

function Draft({ view, props }: { view: AkrosView; props: BoardProps }): ComponentChild {
  return (
    <section class="panel draft" aria-label={t("The draft")}>
      <h3>{t("The draft")} <small>{t("Turn {turn} of {turns}.", { turn: view.turn, turns: TURNS })}</small></h3>
      <div class="cards">
        {view.offer.map((tile) => {
          const choice = `tile:${environmentName(tile)}`;
          const label = t("keep {tile}", { tile: t(environmentName(tile)) });
          return (
            <button class="token" aria-pressed={props.chosen.includes(choice)} aria-label={label} {...choiceButton(props, choice)}>
              <svg viewBox="-34 -34 68 76" aria-hidden="true"><Tile of={tile} /></svg>
              <span>{t(environmentName(tile))}</span>
            </button>
          );
        })}
        {view.offer.length === 0 && view.step !== AkrosStep.OVER && <p class="quiet">{t("both tiles are chosen")}</p>}
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
      <dd>
        <svg viewBox="-34 -34 68 76" role="img" aria-label={tile ? t(environmentName(tile)) : t("no tile")}>{tile ? <Tile of={tile} /> : <Socket />}</svg>
      </dd>
    </div>
  );
}

/** The sums of both sides in each environment, and whose its merit would be. */
function Lead({ view }: { view: AkrosView }): ComponentChild {
  return (
    <section class="panel" aria-label={t("Who leads where")}>
      <h3>{t("Who leads where")} <small>{t("1 for each servant, and 1 for each tile under it")}</small></h3>
      {view.dominions.map(({ environment, jinn, ifrit, merit }) => {
        const total = Math.max(1, jinn + ifrit);
        return (
          <div class="lead">
            <svg class={`lead-emblem env-${environmentName(environment)}`} viewBox="-28 -24 56 48" aria-hidden="true"><Emblem of={environment} /></svg>
            <span>{t(environmentName(environment))}</span>
            <b class="jinn-sum">{jinn}</b>
            <svg class="lead-bar" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label={`Jinn ${jinn}, Ifrit ${ifrit}`}>
              <rect class="bar-back" width="100" height="12" />
              <rect class="bar-jinn" width={Math.max(0, (100 * jinn) / total - 1)} height="12" />
              <rect class="bar-ifrit" x={100 - (100 * ifrit) / total + 1} width={Math.max(0, (100 * ifrit) / total - 1)} height="12" />
            </svg>
            <b class="ifrit-sum">{ifrit}</b>
            <span class={`merit ${merit ? sideName(merit).toLowerCase() : ""}`}>{merit ? sideName(merit) : t("tied")}</span>
          </div>
        );
      })}
    </section>
  );
}

/** The Temple of Time: the tiles passed over come back in the last three turns. */
function Temple({ view }: { view: AkrosView }): ComponentChild {
  return (
    <section class="panel" aria-label={t("Temple of Time")}>
      <h3>{t("Temple of Time")} <small>{t("tiles that nobody kept come back")}</small></h3>
      <ol class="turns" aria-label={t("Turn {turn} of {turns}.", { turn: view.turn, turns: TURNS })}>
        {Array.from({ length: TURNS }, (_, place) => <li class={place + 1 < view.turn ? "past" : place + 1 === view.turn ? "now" : ""} aria-current={place + 1 === view.turn ? "step" : undefined}>{place + 1}</li>)}
      </ol>
      <div class="piles">
        {view.temple.map(({ turn, tiles }) => (
          <div class="pile">
            <span>{t("turn {turn}", { turn })}</span>
            <div class="cards">
              {Array.from({ length: Math.max(PILES[turn] ?? 0, tiles.length) }, (_, place) => {
                const tile = tiles[place];
                return tile
                  ? <svg viewBox="-34 -34 68 76" role="img" aria-label={t(environmentName(tile))}><Tile of={tile} /></svg>
                  : <svg viewBox="-34 -34 68 76" aria-hidden="true"><Socket /></svg>;
              })}
            </div>
          </div>
        ))}
      </div>
      <p class="facts-line">{t("{count} tiles in the bag", { count: view.bag })} · {t("never drawn yet:")} {view.unseen.map(({ tile, count }) => `${count} ${t(environmentName(tile))}`).join(", ")}</p>
    </section>
  );
}

function Legend(): ComponentChild {
  return (
    <ul class="legend">
      <li><svg viewBox="-24 -30 48 60" aria-hidden="true"><Servant side={AkrosSide.JINN} /></svg> {t("Jinn: flies anywhere free and not contested")}</li>
      <li><svg viewBox="-24 -30 48 60" aria-hidden="true"><Servant side={AkrosSide.IFRIT} /></svg> {t("Ifrit: walks to a region next to it")}</li>
      <li><svg class="akros-map" viewBox="-26 -26 52 52" aria-hidden="true"><g class="contested"><circle r="20" /></g></svg> {t("contested: next to two Ifrit servants or more")}</li>
      <li><svg class="akros-map" viewBox="-14 -14 28 28" aria-hidden="true"><g class="height"><circle r="12" /><text y="5.5">2</text></g></svg> {t("tiles in the stack")}</li>
    </ul>
  );
}

function Drawing(props: BoardProps): ComponentChild {
  if (props.view.game.case !== "akros") return null;
  const view = props.view.game.value;
  return (
    <div class="akros board-with-panels">
      <div class="map-side">
        <AkrosMap regions={view.regions} props={props} label={t("Board of {game}", { game: "Akros" })} />
        <Legend />
      </div>
      <div class="panels">
        <Sides view={view} props={props} />
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
    if (action?.case === "keep") return [[`tile:${environmentName(action.value.tile)}`]];
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
    return [t("Turn {turn} of {turns}.", { turn, turns: TURNS }), ...notable.map((region) => `${regionSentence(region)}.`)];
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

