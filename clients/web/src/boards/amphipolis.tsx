/** The board of Amphipolis: four areas, the entrance, the teams' collections and what they are worth. */

import {
  AmphipolisArea,
  AmphipolisCharacter,
  AmphipolisPhase,
  type AmphipolisSeatView,
  type AmphipolisTileCount,
  type AmphipolisView,
} from "clio-referee/contract/amphipolis";
import type { ScoreLine } from "clio-referee/contract/outcome";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { tileId, TileFace } from "./amphipolis-tiles";
import { type Board, type BoardProps, SEAT_COLOURS, SEAT_SIGNS } from "./board";

const AREAS = [AmphipolisArea.MOSAICS, AmphipolisArea.STATUES, AmphipolisArea.AMPHORAS, AmphipolisArea.SKELETONS];
const CHARACTERS = [
  AmphipolisCharacter.ASSISTANT,
  AmphipolisCharacter.ARCHAEOLOGIST,
  AmphipolisCharacter.DIGGER,
  AmphipolisCharacter.PROFESSOR,
];
const ROWS: [string, (id: string) => boolean][] = [
  ["mosaics", (id) => id.startsWith("mosaic")],
  ["caryatids", (id) => id === "caryatid"],
  ["sphinxes", (id) => id === "sphinx"],
  ["amphoras", (id) => id.startsWith("amphora")],
  ["skeletons", (id) => id.startsWith("skeleton")],
];

function areaName(area: AmphipolisArea): string {
  return AmphipolisArea[area].toLowerCase();
}

function characterName(character: AmphipolisCharacter): string {
  return AmphipolisCharacter[character].toLowerCase();
}

export function tileName(id: string): string {
  return t(id.replaceAll("-", " "));
}

/** Counted tiles in the order of their ids. */
function sorted(tiles: readonly AmphipolisTileCount[]): { id: string; count: number }[] {
  return tiles.map(({ tile, count }) => ({ id: tileId(tile), count })).sort((one, other) => (one.id < other.id ? -1 : 1));
}

function listed(tiles: readonly AmphipolisTileCount[]): string[] {
  return sorted(tiles).flatMap(({ id, count }) => Array<string>(count).fill(id));
}

/** The choice that a click on a tile makes: the next place of the path where it stands. */
function tileChoice(props: BoardProps, id: string): string | undefined {
  return [...props.next].find((choice) => choice.split("#")[0] === `tile:${id}`);
}

function Area({ area, tiles, props, chosen }: { area: AmphipolisArea; tiles: string[]; props: BoardProps; chosen: boolean }): ComponentChild {
  const choice = `area:${areaName(area)}`;
  const open = props.next.has(choice);
  const taken = new Map<string, number>();
  for (const made of props.chosen) {
    const id = /^tile:([^#]+)/.exec(made)?.[1];
    if (id) taken.set(id, (taken.get(id) ?? 0) + 1);
  }
  const name = t(areaName(area));
  return (
    <section class={`area ${open ? "open" : ""} ${chosen ? "chosen" : ""}`} aria-label={`${name}: ${tiles.length}`}>
      <h3>
        {open ? <button class="link" onClick={() => props.choose(choice)}>{name}</button> : name}
        {chosen && <span class="badge">{t("chosen")}</span>}
      </h3>
      <div class="tiles">
        {tiles.map((id) => {
          const picked = (taken.get(id) ?? 0) > 0;
          if (picked) taken.set(id, (taken.get(id) ?? 0) - 1);
          const pick = picked ? undefined : (tileChoice(props, id) ?? (open ? choice : undefined));
          const face = <TileFace id={id} />;
          if (!pick) return <span class={picked ? "tile picked" : "tile"} role="img" aria-label={tileName(id)}>{face}</span>;
          return <button class="tile" aria-label={t("take {tile}", { tile: tileName(id) })} onClick={() => props.choose(pick)}>{face}</button>;
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
      <h3>{t("Entrance")} <small>{t("the site closes when all {spaces} are covered", { spaces })}</small></h3>
      <div class="spaces">
        {Array.from({ length: spaces }, (_, space) => (
          <span class="space">{space < view.entranceCovered ? <TileFace id="landslide" /> : null}</span>
        ))}
      </div>
    </section>
  );
}

/** The score lines of a row; the id of a line's detail begins with the row's name. */
function linesOf(lines: readonly ScoreLine[], row: string): ScoreLine[] {
  return lines.filter((line) => line.detailId.replace(/^no_/, "").startsWith(row));
}

function Team({ team, props, name }: { team: AmphipolisSeatView; props: BoardProps; name: string }): ComponentChild {
  const colour = SEAT_COLOURS[team.seat % SEAT_COLOURS.length];
  const tiles = listed(team.tiles);
  return (
    <section class="team" style={{ borderColor: colour }} aria-label={name}>
      <h3>
        <span style={{ color: colour }} aria-hidden="true">{SEAT_SIGNS[team.seat % SEAT_SIGNS.length]}</span> {name}
        <b class="score">{team.score}</b>
      </h3>
      {ROWS.map(([row, holds]) => (
        <div class="collection">
          <span>{t(row)}</span>
          <span class="tiles">{tiles.filter(holds).map((id) => <span role="img" aria-label={tileName(id)}><TileFace id={id} size={26} /></span>)}</span>
          <b title={linesOf(team.lines, row).map((line) => line.detail).join("; ")}>{linesOf(team.lines, row).reduce((sum, line) => sum + line.points, 0)}</b>
        </div>
      ))}
      <div class="characters">
        {CHARACTERS.map((character) => {
          const choice = `use:${characterName(character)}`;
          const left = team.characters.includes(character);
          const mine = props.next.has(choice) && props.view.match?.toMove.includes(team.seat);
          return (
            <button class={left ? "character" : "character used"} disabled={!mine} onClick={() => props.choose(choice)}>
              {t(characterName(character))}
              {!left && <span class="visually-hidden"> ({t("used")})</span>}
            </button>
          );
        })}
      </div>
    </section>
  );
}

function Drawing(props: BoardProps): ComponentChild {
  if (props.view.game.case !== "amphipolis") return null;
  const view = props.view.game.value;
  const seats = props.view.match?.seats ?? [];
  return (
    <div class="amphipolis">
      <div class="areas">
        {AREAS.map((area) => {
          const found = view.areas.find((one) => one.area === area);
          const name = areaName(area);
          const chosen = view.chosenArea === area || props.chosen.includes(`area:${name}`);
          return <Area area={area} tiles={listed(found?.tiles ?? [])} props={props} chosen={chosen} />;
        })}
      </div>
      <Entrance view={view} />
      <div class="teams">
        {view.seats.map((team) => <Team team={team} props={props} name={seats[team.seat]?.name || t("seat {seat}", { seat: team.seat })} />)}
        {view.robber && (
          <section class="team" aria-label={t("The robber")}>
            <h3>{t("The robber")}<b class="score">{view.robber.score}</b></h3>
            <div class="tiles">{listed(view.robber.tiles).map((id) => <span role="img" aria-label={tileName(id)}><TileFace id={id} size={26} /></span>)}</div>
          </section>
        )}
      </div>
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
