/** The board of Amphipolis: four areas, the entrance, the teams' collections and what they are worth. */

import {
  AmphipolisArea,
  AmphipolisPhase,
  type AmphipolisTileCount,
  type AmphipolisView,
} from "clio-referee/contract/amphipolis";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import "./amphipolis.css";
import { Robber, Team } from "./amphipolis-teams";
import { isFresh, listed, sorted, TileFace, tileId, tileName } from "./amphipolis-tiles";
import { type Board, type BoardProps, choiceButton } from "./board";

const AREAS = [AmphipolisArea.MOSAICS, AmphipolisArea.STATUES, AmphipolisArea.AMPHORAS, AmphipolisArea.SKELETONS];
function areaName(area: AmphipolisArea): string {
  return AmphipolisArea[area].toLowerCase();
}

/** The choice that a click on a tile makes: the next place of the path where it stands. */
function tileChoice(props: BoardProps, id: string): string | undefined {
  return [...props.next].find((choice) => choice.split("#")[0] === `tile:${id}`);
}

function Area({ area, tiles, props, chosen, before }: { area: AmphipolisArea; tiles: string[]; props: BoardProps; chosen: boolean; before: readonly AmphipolisTileCount[] | undefined }): ComponentChild {
  const choice = `area:${areaName(area)}`;
  const open = props.next.has(choice);
  const taken = new Map<string, number>();
  for (const made of props.chosen) {
    const id = /^tile:([^#]+)/.exec(made)?.[1];
    if (id) taken.set(id, (taken.get(id) ?? 0) + 1);
  }
  const name = t(areaName(area));
  const fresh = isFresh(before);
  return (
    <section class={`area area-${areaName(area)} ${open ? "open" : ""} ${chosen ? "chosen" : ""}`} aria-label={`${name}: ${tiles.length}`}>
      <h3>
        {open ? <button class="link area-name" {...choiceButton(props, choice)}>{name}</button> : <span class="area-name">{name}</span>}
        {chosen ? <span class="badge">{t("chosen")}</span> : <small>{tiles.length}</small>}
      </h3>
      <div class="tiles">
        {tiles.map((id, place) => {
          // Keyed by what it shows: a tile that goes must not turn its neighbour's button into another one under the pointer.
          const key = `${id} ${place - tiles.indexOf(id)}`;
          const drawn = fresh(id) ? " fresh" : "";
          const picked = (taken.get(id) ?? 0) > 0;
          if (picked) taken.set(id, (taken.get(id) ?? 0) - 1);
          const now = tileChoice(props, id);
          // In an area that is not chosen yet, a click on a tile chooses both.
          const pick = picked ? [] : now ? [now] : open ? [choice, `tile:${id}#0`] : [];
          const face = <TileFace id={id} size={48} />;
          if (pick.length === 0) return <span key={key} class={(picked ? "tile picked" : "tile") + drawn} role="img" aria-label={tileName(id)} title={tileName(id)}>{face}</span>;
          return <button key={key} class={`tile${drawn}`} aria-label={t("take {tile}", { tile: tileName(id) })} title={tileName(id)} data-choose={pick.at(-1)} onClick={() => pick.forEach(props.choose)}>{face}</button>;
        })}
        {tiles.length === 0 && <span class="quiet">{t("empty")}</span>}
      </div>
    </section>
  );
}

function Entrance({ view }: { view: AmphipolisView }): ComponentChild {
  const spaces = view.entranceCovered + view.entranceFree;
  return (
    <section class="entrance" aria-label={t("Entrance: {covered} of {spaces} spaces covered", { covered: view.entranceCovered, spaces })}>
      <h3>{t("Entrance")} <b>{view.entranceCovered}/{spaces}</b> <small>{t("the site closes when all {spaces} are covered", { spaces })}</small></h3>
      <div class="spaces">
        {Array.from({ length: spaces }, (_, space) => <span class="space">{space < view.entranceCovered ? <TileFace id="landslide" size={40} /> : null}</span>)}
      </div>
    </section>
  );
}

function Drawing(props: BoardProps): ComponentChild {
  if (props.view.game.case !== "amphipolis") return null;
  const view = props.view.game.value;
  // A preview has taken the chosen tiles: the areas stay as they are, so that more of them can be chosen.
  const site = props.before?.game.case === "amphipolis" ? props.before.game.value : view;
  const since = props.since?.game.case === "amphipolis" && !props.before ? props.since.game.value : undefined;
  const seats = props.view.match?.seats ?? [];
  return (
    <div class="amphipolis">
      <div class="areas">
        {AREAS.map((area) => {
          const found = site.areas.find((one) => one.area === area);
          const name = areaName(area);
          const chosen = site.chosenArea === area || props.chosen.includes(`area:${name}`);
          return <Area area={area} tiles={listed(found?.tiles ?? [])} props={props} chosen={chosen} before={since?.areas.find((one) => one.area === area)?.tiles} />;
        })}
      </div>
      <Entrance view={view} />
      <div class="teams">
        {view.seats.map((team) => <Team team={team} props={props} view={view} name={seats[team.seat]?.name || t("seat {seat}", { seat: team.seat })} />)}
        <Robber view={view} props={props} />
      </div>
      <p class="facts-line">{t("+4 beside tiles: what these tiles would add to the collection")}</p>
      <details class="bag">
        <summary>{t("Left in the bag: {count}", { count: view.bagLeft })}</summary>
        <div class="tiles">
          {sorted(view.bag).map(({ id, count }) => <span class="counted"><TileFace id={id} size={26} /> {count}<span class="visually-hidden"> {tileName(id)}</span></span>)}
        </div>
      </details>
    </div>
  );
}

/** The orders in which tiles can be clicked; a place in the order makes each choice unique. */
function tileOrders(tiles: readonly string[]): string[][] {
  if (tiles.length === 0) return [[]];
  const orders = new Map<string, string[]>();
  tiles.forEach((id, place) => {
    for (const rest of tileOrders(tiles.toSpliced(place, 1))) orders.set([id, ...rest].join(), [id, ...rest]);
  });
  return [...orders.values()];
}

function steps(first: string, tiles: readonly string[]): string[][] {
  return tileOrders(tiles).map((order) => [first, ...order.map((id, place) => `tile:${id}#${place}`)]);
}

export const amphipolis: Board = {
  Drawing,
  paths: (move) => {
    const action = move.game.case === "amphipolis" ? move.game.value.action : undefined;
    switch (action?.case) {
      case "take":
        return steps(`area:${areaName(action.value.area)}`, action.value.tiles.map(tileId));
      case "useAssistant":
        return steps("use:assistant", [tileId(action.value.tile)]);
      case "useArchaeologist":
      case "useDigger":
      case "useProfessor":
        return steps(`use:${action.case.slice(3).toLowerCase()}`, action.value.tiles.map(tileId));
      default:
        return [[move.notation]];
    }
  },
  label: (choice) => {
    const [kind, what = ""] = choice.split(":");
    if (kind === "area") return t("choose {area}", { area: t(what) });
    if (kind === "tile") return t("take {tile}", { tile: tileName(what.split("#")[0] as string) });
    if (kind === "use") return t("use the {character}", { character: t(what) });
    return choice === "end" ? t("end the turn") : choice;
  },
  describe: (view) => {
    if (view.game.case !== "amphipolis") return [];
    const { areas, seats, entranceCovered, entranceFree } = view.game.value;
    const counts = (tiles: readonly AmphipolisTileCount[]): string =>
      sorted(tiles).filter(({ count }) => count > 0).map(({ id, count }) => `${count} ${tileName(id)}`).join(", ") || t("nothing");
    return [
      ...areas.map(({ area, tiles }) => `${t(areaName(area))}: ${counts(tiles)}.`),
      t("Entrance: {covered} of {spaces} spaces covered", { covered: entranceCovered, spaces: entranceCovered + entranceFree }) + ".",
      ...seats.map(({ seat, tiles, score }) => `${view.match?.seats[seat]?.name ?? seat}: ${counts(tiles)}; ${t("{count} points", { count: score })}.`),
    ];
  },
  prompt: (view) => {
    const phase = view.game.case === "amphipolis" ? view.game.value.phase : AmphipolisPhase.UNSPECIFIED;
    if (phase === AmphipolisPhase.TAKE) return t("Choose an area and take up to two of its tiles.");
    if (phase === AmphipolisPhase.CHARACTER) return t("Use a character, or end the turn.");
    return "";
  },
};
