/** The board of Akrotiri: the map, and beside it the seats, the market, cards and the tile in hand. */

import {
  AkrotiriCorner,
  AkrotiriDifficulty,
  AkrotiriGoal,
  AkrotiriRotation,
  AkrotiriSide,
  AkrotiriStep,
  AkrotiriWay,
  type AkrotiriMapView,
  type AkrotiriPlayerView,
  type AkrotiriView,
} from "clio-referee/contract/akrotiri";
import type { Components } from "clio-referee/contract/components";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { AkrotiriMap, type Designs, TileArt } from "./akrotiri-map";
import { colourName, Cube, TerrainIcon, terrainName } from "./akrotiri-pieces";
import { type Board, type BoardProps, SEAT_COLOURS, SEAT_SIGNS } from "./board";

const ROTATIONS = [AkrotiriRotation.R0, AkrotiriRotation.R90, AkrotiriRotation.R180, AkrotiriRotation.R270];

function designsOf(components: Components | undefined): Designs {
  const typed = components?.components;
  return new Map(typed?.case === "akrotiri" ? typed.value.tiles.map((tile) => [tile.tile, tile]) : []);
}

function goalName(goal: AkrotiriGoal): string {
  return AkrotiriGoal[goal].toLowerCase().replaceAll("_", "-");
}

function goalTitle(goal: AkrotiriGoal, components: Components | undefined): string {
  const typed = components?.components;
  const card = typed?.case === "akrotiri" ? typed.value.goals.find((one) => one.goal === goal) : undefined;
  return t(card?.text?.title ?? goalName(goal).replaceAll("-", " "));
}

function Seat({ player, view, props }: { player: AkrotiriPlayerView; view: AkrotiriView; props: BoardProps }): ComponentChild {
  const name = props.view.match?.seats[player.seat]?.name || t("seat {seat}", { seat: player.seat });
  const colour = SEAT_COLOURS[player.seat % SEAT_COLOURS.length];
  const maps = player.mapCounts.reduce((sum, { count }) => sum + count, 0);
  return (
    <section class="team" style={{ borderColor: colour }} aria-label={name}>
      <h3><span style={{ color: colour }} aria-hidden="true">{SEAT_SIGNS[player.seat % SEAT_SIGNS.length]}</span> {name}<b class="score">{player.drachmas} dr</b></h3>
      <p class="facts-line">
        {t("temples {built} of {all}", { built: player.temples, all: view.track.at(-1)?.temples ?? 6 })} · {t("maps {count}", { count: maps })} · {t("goals {count}", { count: player.goalCount })}
      </p>
      {player.cargo.length > 0 && (
        <p class="facts-line">{t("aboard")}: <svg class="inline" viewBox={`-9 -9 ${18 * player.cargo.length} 18`} role="img" aria-label={player.cargo.map((cube) => t(colourName(cube))).join(", ")}>{player.cargo.map((cube, number) => <g transform={`translate(${18 * number} 0)`}><Cube colour={cube} /></g>)}</svg></p>
      )}
    </section>
  );
}

function Market({ view }: { view: AkrotiriView }): ComponentChild {
  return (
    <section class="panel" aria-label={t("Market")}>
      <h3>{t("Market")}</h3>
      {view.market.map((row) => (
        <svg class="market" viewBox={`0 0 ${34 * row.squares.length} 34`} role="img" aria-label={t("{colour}: the next cube earns {price}", { colour: t(colourName(row.colour)), price: row.price })}>
          {row.squares.map((price, number) => (
            <g transform={`translate(${34 * number + 17} 17)`}>
              <rect class="square" x="-15" y="-15" width="30" height="30" rx="6" />
              {number >= row.squares.length - row.cubes ? <Cube colour={row.colour} size={20} /> : <text class="price" y="6">{price}</text>}
            </g>
          ))}
        </svg>
      ))}
    </section>
  );
}

/** A map card: what it asks on its sides, around the temple. */
function MapCard({ map, props }: { map: AkrotiriMapView; props: BoardProps }): ComponentChild {
  const choice = `card:${map.card}`;
  const at: Record<number, [number, number]> = { [AkrotiriSide.N]: [50, 30], [AkrotiriSide.E]: [82, 62], [AkrotiriSide.S]: [50, 94], [AkrotiriSide.W]: [18, 62] };
  const asks = map.needs.map(({ side, terrain, icons }) => `${icons} ${t(terrainName(terrain))} ${AkrotiriSide[side]}`).join(", ");
  const label = t("map card {card}: {points} points, costs {cost} drachmas; asks {asks}", { card: map.card, points: map.points, cost: map.cost, asks });
  return (
    <button class={`map-card ${AkrotiriDifficulty[map.difficulty].toLowerCase()}`} disabled={!props.next.has(choice)} aria-pressed={props.chosen.includes(choice)} aria-label={label} onClick={() => props.choose(choice)}>
      <svg viewBox="0 0 100 120" aria-hidden="true">
        <text class="card-cost" x="8" y="16">{map.cost} dr</text><text class="card-points" x="92" y="16">{map.points}</text>
        <path class="card-temple" d="M38 60 50 52l12 8v3H38zm2 5h4v10h-4zm8 0h4v10h-4zm8 0h4v10h-4zM38 76h24v3H38z" />
        {map.needs.map(({ side, terrain, icons }) => {
          const [x, y] = at[side] ?? [50, 60];
          const upright = side === AkrotiriSide.E || side === AkrotiriSide.W;
          return Array.from({ length: icons }, (_, number) => {
            const shift = (number - (icons - 1) / 2) * 15;
            return <g transform={`translate(${upright ? x : x + shift} ${upright ? y + shift : y})`}><TerrainIcon of={terrain} size={13} /></g>;
          });
        })}
        <text class="card-sites" x="50" y="115">{map.sites.length ? t("fits {count} sites", { count: map.sites.length }) : t("fits nowhere yet")}</text>
      </svg>
    </button>
  );
}

function Hand({ player, props, designs }: { player: AkrotiriPlayerView; props: BoardProps; designs: Designs }): ComponentChild {
  const tile = player.tile ? designs.get(player.tile) : undefined;
  const turnable = ROTATIONS.filter((rotation) => props.next.has(`rotation:${AkrotiriRotation[rotation]}`) || props.chosen.includes(`rotation:${AkrotiriRotation[rotation]}`));
  return (
    <>
      {tile && (
        <section class="panel" aria-label={t("Tile in hand")}>
          <h3>{t("Tile in hand")}</h3>
          <div class="cards">
            {(turnable.length ? turnable : [AkrotiriRotation.R0]).map((rotation) => {
              const choice = `rotation:${AkrotiriRotation[rotation]}`;
              return (
                <button class="token tile-token" disabled={!props.next.has(choice)} aria-pressed={props.chosen.includes(choice)} aria-label={t("turned by {degrees} degrees", { degrees: AkrotiriRotation[rotation].slice(1) })} onClick={() => props.choose(choice)}>
                  <svg viewBox="0 0 100 100" aria-hidden="true"><TileArt design={tile} rotation={rotation} /></svg>
                </button>
              );
            })}
          </div>
        </section>
      )}
      {player.maps.length > 0 && (
        <section class="panel" aria-label={t("Map cards")}>
          <h3>{t("Map cards")}</h3>
          <div class="cards">{player.maps.map((map) => <MapCard map={map} props={props} />)}</div>
        </section>
      )}
      {(player.goals.length > 0 || player.choice.length > 0) && (
        <section class="panel" aria-label={t("Goal cards")}>
          <h3>{t("Goal cards")}</h3>
          <ul class="goals">
            {[...player.choice, ...player.goals].map((goal) => <li><GoalCard goal={goal} props={props} /></li>)}
          </ul>
        </section>
      )}
    </>
  );
}

function GoalCard({ goal, props }: { goal: AkrotiriGoal; props: BoardProps }): ComponentChild {
  const choice = `goal:${goalName(goal)}`;
  const title = goalTitle(goal, props.components);
  return props.next.has(choice) ? <button onClick={() => props.choose(choice)}>{title}</button> : <span>{title}</span>;
}

function Drawing(props: BoardProps): ComponentChild {
  if (props.view.game.case !== "akrotiri") return null;
  const view = props.view.game.value;
  const designs = designsOf(props.components);
  const holder = view.players.find(({ seat }) => seat === props.seat) ?? view.players.find(({ maps }) => maps.length > 0);
  const mover = view.players.find(({ seat }) => seat === view.seat);
  return (
    <div class="akrotiri board-with-panels">
      <AkrotiriMap view={view} designs={designs} props={props} hand={(holder?.tile ?? mover?.tile) || undefined} />
      <div class="panels">
        {view.players.map((player) => <Seat player={player} view={view} props={props} />)}
        {holder && <Hand player={holder} props={props} designs={designs} />}
        <Market view={view} />
        {view.openGoals.length > 0 && (
          <section class="panel" aria-label={t("Open goal cards")}>
            <h3>{t("Open goal cards")}</h3>
            <ul class="goals">{view.openGoals.map((goal) => <li><GoalCard goal={goal} props={props} /></li>)}</ul>
          </section>
        )}
      </div>
    </div>
  );
}

export const akrotiri: Board = {
  Drawing,
  paths: (move) => {
    const action = move.game.case === "akrotiri" ? move.game.value.action : undefined;
    switch (action?.case) {
      case "playTile":
        return [[`cell:${action.value.x},${action.value.y}`, `rotation:${AkrotiriRotation[action.value.rotation]}`]];
      case "placeCube":
        return [[`cube:${colourName(action.value.colour)}`, `corner:${AkrotiriCorner[action.value.corner]}`]];
      case "keepGoal":
      case "takeGoal":
        return [[`goal:${goalName(action.value.goal)}`]];
      case "dockBoat":
        return [[`dock:${action.value.dock}`]];
      case "sail":
      case "portage":
        return [[`dock:${action.value.dock}`, `way:${action.case}`]];
      case "passBoat":
        return [[`dock:${action.value.dock}`, `way:${AkrotiriWay[action.value.by].toLowerCase()} past ${action.value.via}`]];
      case "load":
        return [["load", `cubes:${action.value.cubes.map(colourName).join("+")}`]];
      case "unload":
      case "sell":
        return [[`${action.case}:${colourName(action.value.cube)}`]];
      case "buyMaps":
        return [["buy", `maps:${action.value.easy}-${action.value.medium}-${action.value.hard}`]];
      case "consultOracle":
        return [["oracle", `terrain:${terrainName(action.value.terrain)}`]];
      case "excavate":
        return [[`card:${action.value.card}`, `site:${action.value.x},${action.value.y},${AkrotiriCorner[action.value.corner]}`]];
      case "endTurn":
        return [["end"]];
      default:
        return [[move.notation]];
    }
  },
  label: (choice, components) => {
    const [kind = "", what = ""] = choice.split(":");
    const [x = "", y = "", corner = ""] = what.split(",");
    switch (kind) {
      case "cell": return t("open cell in column {x}, row {y}", { x, y });
      case "rotation": return t("turned by {degrees} degrees", { degrees: what.slice(1) });
      case "cube": return t("{colour} cube", { colour: t(what) });
      case "corner": return t("corner {corner}", { corner: what });
      case "goal": return t("goal: {title}", { title: goalTitle(AkrotiriGoal[what.toUpperCase().replaceAll("-", "_") as "APART"], components) });
      case "dock": return t("go to dock {number}", { number: what });
      case "way": return t(what.split(" ")[0] as string) + (what.includes("past") ? ` (${what.slice(what.indexOf("past"))})` : "");
      case "load": return t("load cubes");
      case "cubes": return what.split("+").map((colour) => t(colour)).join(" + ");
      case "unload": return t("unload {colour}", { colour: t(what) });
      case "sell": return t("sell {colour}", { colour: t(what) });
      case "buy": return t("buy maps");
      case "maps": { const [easy = "0", medium = "0", hard = "0"] = what.split("-"); return t("{easy} easy, {medium} medium, {hard} hard", { easy, medium, hard }); }
      case "oracle": return t("consult the oracle");
      case "terrain": return t(what);
      case "card": return t("dig with {card}", { card: what });
      case "site": return t("site in column {x}, row {y}, {corner}", { x, y, corner });
      case "end": return t("end the turn");
      default: return choice;
    }
  },
  describe: (view) => {
    if (view.game.case !== "akrotiri") return [];
    const { turn, actions, islands, players } = view.game.value;
    return [
      t("Turn {turn}, {actions} actions left.", { turn, actions }),
      ...islands.map(({ island, icons, cubes, docks, thera }) => {
        const has = [...icons.map(({ terrain, count }) => [terrainName(terrain), count] as const), ...cubes.map(({ colour, count }) => [t("{colour} cube", { colour: t(colourName(colour)) }), count] as const)].filter(([, count]) => count > 0).map(([what, count]) => `${count} ${t(what)}`);
        return t("Island {island}: {what}; docks {docks}.", { island: thera ? "Thera" : island, what: has.join(", ") || t("nothing"), docks: docks.join(", ") || "–" });
      }),
      ...players.map(({ seat, drachmas, temples, boat }) => t("{name}: {drachmas} drachmas, {temples} temples, boat at dock {boat}.", { name: view.match?.seats[seat]?.name ?? seat, drachmas, temples, boat: boat ?? "–" })),
    ];
  },
  prompt: (view) => {
    const game = view.game.case === "akrotiri" ? view.game.value : undefined;
    switch (game?.step) {
      case AkrotiriStep.TILE: return t("Place your land tile: choose a cell, then a rotation.");
      case AkrotiriStep.CUBE: return t("Place the second cube on another island of the tile.");
      case AkrotiriStep.GOAL: return t("Choose a goal card.");
      case AkrotiriStep.DOCK: return t("Choose the first dock of your boat.");
      case AkrotiriStep.ACTIONS: return t("{count} actions left: choose one, or end the turn.", { count: game.actions });
      default: return "";
    }
  },
};

