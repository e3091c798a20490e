/** The teams of Amphipolis: their collections, what these are worth and what would make more, their characters. */

import {
  AmphipolisCharacter,
  type AmphipolisSeatView,
  type AmphipolisTileCount,
  type AmphipolisView,
} from "clio-referee/contract/amphipolis";
import type { AmphipolisComponents } from "clio-referee/contract/amphipolis_components";
import type { Components } from "clio-referee/contract/components";
import type { ScoreLine } from "clio-referee/contract/outcome";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { isFresh, listed, sorted, TileFace, tileId, tileName } from "./amphipolis-tiles";
import { type Counts, improvement, type Improvement, statueImprovement } from "./amphipolis-worth";
import { type BoardProps, choiceButton, SEAT_COLOURS, SEAT_SIGNS } from "./board";

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

const STATUE_KINDS: Readonly<Record<string, string>> = { caryatids: "caryatid", sphinxes: "sphinx" };
/** The tool of each character. */
const CHARACTER_SIGNS: Record<AmphipolisCharacter, string> = {
  [AmphipolisCharacter.UNSPECIFIED]: "",
  [AmphipolisCharacter.ASSISTANT]: "M-7-8H7V8H-7zm3 4h8v1.5h-8zm0 4h8v1.5h-8zm0 4h5v1.5h-5z",
  [AmphipolisCharacter.ARCHAEOLOGIST]: "M-2-8a6 6 0 1 1-1 11l-5 5-2-2 5-5a6 6 0 0 1 3-9zm0 2.5a3.5 3.5 0 1 0 1 0z",
  [AmphipolisCharacter.DIGGER]: "M5-9 9-5 6-3 0 3l1 1q0 4-5 5l-4 0 0-4q1-5 5-5l1 1 6-6z",
  [AmphipolisCharacter.PROFESSOR]: "M0-7 10-2 0 3-10-2zM-6 2.5v4q6 4 12 0v-4L0 5.5z",
};

function characterName(character: AmphipolisCharacter): string {
  return AmphipolisCharacter[character].toLowerCase();
}

/** The score lines of a row; the id of a line's detail begins with the row's name. */
function linesOf(lines: readonly ScoreLine[], row: string): ScoreLine[] {
  return lines.filter((line) => line.detailId.replace(/^no_/, "").startsWith(row));
}

function tablesOf(components: Components | undefined): AmphipolisComponents | undefined {
  return components?.components.case === "amphipolis" ? components.components.value : undefined;
}

function countsOf(tiles: readonly AmphipolisTileCount[]): Record<string, number> {
  return Object.fromEntries(sorted(tiles).map(({ id, count }) => [id, count]));
}

/** The tiles that can still be taken: those on the areas and in the bag. */
function availableOf(view: AmphipolisView): Counts {
  const found: Record<string, number> = {};
  for (const { tile, count } of [...view.bag, ...view.areas.flatMap((area) => area.tiles)]) found[tileId(tile)] = (found[tileId(tile)] ?? 0) + count;
  return found;
}

/** What would make a row worth more, for a team among its rivals. */
function improvementOf(row: string, team: AmphipolisSeatView, view: AmphipolisView, components: Components | undefined): Improvement | undefined {
  const tables = tablesOf(components);
  if (!tables || team.retired || view.entranceFree === 0) return undefined;
  const kind = STATUE_KINDS[row];
  if (!kind) return improvement(row, countsOf(team.tiles), availableOf(view), tables);
  const held = (tiles: readonly AmphipolisTileCount[]): number => countsOf(tiles)[kind] ?? 0;
  const rivals = view.seats.filter(({ seat, retired }) => seat !== team.seat && !retired).map(({ tiles }) => held(tiles));
  return statueImprovement(kind, held(team.tiles), view.robber ? [...rivals, held(view.robber.tiles)] : rivals, availableOf(view), tables);
}

function More({ of }: { of: Improvement | undefined }): ComponentChild {
  if (!of) return null;
  const label = t("{gain} points more with {tiles}", { gain: of.gain, tiles: of.tiles.map(tileName).join(", ") });
  return (
    <span class="more" role="img" aria-label={label} title={label}>
      +{of.gain} {of.tiles.map((id) => <TileFace id={id} size={20} />)}
    </span>
  );
}

function Collection({ row, tiles, lines, more, fresh }: { row: string; tiles: string[]; lines: readonly ScoreLine[]; more: Improvement | undefined; fresh: (id: string) => boolean }): ComponentChild {
  return (
    <div class="collection">
      <span class="row-name">{t(row)}</span>
      <b class="row-points">{lines.reduce((sum, line) => sum + line.points, 0)}</b>
      <span class="tiles">{tiles.map((id) => <span class={fresh(id) ? "fresh" : undefined} role="img" aria-label={tileName(id)} title={tileName(id)}><TileFace id={id} size={28} /></span>)}</span>
      <More of={more} />
    </div>
  );
}

function sinceOf({ since }: BoardProps): AmphipolisView | undefined {
  return since?.game.case === "amphipolis" ? since.game.value : undefined;
}

export function Team({ team, props, view, name }: { team: AmphipolisSeatView; props: BoardProps; view: AmphipolisView; name: string }): ComponentChild {
  const colour = SEAT_COLOURS[team.seat % SEAT_COLOURS.length];
  const tiles = listed(team.tiles);
  const moving = props.view.match?.toMove.includes(team.seat);
  const fresh = isFresh(sinceOf(props)?.seats.find(({ seat }) => seat === team.seat)?.tiles);
  return (
    <section class={moving ? "team to-move" : "team"} style={{ borderColor: colour }} aria-label={name}>
      <h3>
        <span class="seat-mark" style={{ color: colour }} aria-hidden="true">{SEAT_SIGNS[team.seat % SEAT_SIGNS.length]}</span> <bdi>{name}</bdi>
        <b class="score">{team.score}</b>
      </h3>
      {ROWS.map(([row, holds]) => <Collection row={row} tiles={tiles.filter(holds)} lines={linesOf(team.lines, row)} more={improvementOf(row, team, view, props.components)} fresh={fresh} />)}
      <div class="characters">
        {CHARACTERS.map((character) => {
          const choice = `use:${characterName(character)}`;
          const left = team.characters.includes(character);
          const mine = props.next.has(choice) && moving;
          const says = tablesOf(props.components)?.characters.find((card) => card.character === character)?.text?.text;
          return (
            <button class={left ? "character" : "character used"} title={says ? t(says) : undefined} {...choiceButton(props, choice)} disabled={!mine}>
              <svg viewBox="-10 -10 20 20" aria-hidden="true"><path d={CHARACTER_SIGNS[character]} /></svg> {t(characterName(character))}
              {!left && <span class="visually-hidden"> ({t("used")})</span>}
            </button>
          );
        })}
      </div>
    </section>
  );
}

export function Robber({ view, props }: { view: AmphipolisView; props: BoardProps }): ComponentChild {
  if (!view.robber) return null;
  const tiles = listed(view.robber.tiles);
  const lines = view.robber.lines;
  const fresh = isFresh(sinceOf(props)?.robber?.tiles);
  return (
    <section class="team" aria-label={t("The robber")}>
      <h3>{t("The robber")}<b class="score">{view.robber.score}</b></h3>
      {ROWS.map(([row, holds]) => <Collection row={row} tiles={tiles.filter(holds)} lines={linesOf(lines, row)} more={undefined} fresh={fresh} />)}
      {props.view.match?.outcome === undefined && <p class="facts-line">{t("The robber takes everything when a landslide is drawn.")}</p>}
    </section>
  );
}
