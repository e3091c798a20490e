/** The board of Akrotiri: the map, and beside it the seats, the hand, the market and the piles. */

import {
  AkrotiriCorner,
  AkrotiriRotation,
  AkrotiriStep,
  type AkrotiriView,
  AkrotiriWay,
} from "clio-referee/contract/akrotiri";
import type { Components } from "clio-referee/contract/components";
import type { ComponentChild } from "preact";
import { useState } from "preact/hooks";

import { t } from "../i18n/translate";
import "./akrotiri.css";
import { GoalCard, goalName, Hand } from "./akrotiri-cards";
import { Frame } from "./akrotiri-frame";
import type { Designs } from "./akrotiri-land";
import { choiceLabel } from "./akrotiri-labels";
import { choicePicture } from "./akrotiri-pictures";
import { AkrotiriMap } from "./akrotiri-map";
import { colourName, terrainName } from "./akrotiri-pieces";
import { extentOf } from "./akrotiri-sea";
import { Legend, Market, Piles, Seat } from "./akrotiri-table";
import { Kept } from "./kept";
import { MapScroll } from "./map-scroll";
import type { Board, BoardProps } from "./board";

const NO_DESIGNS: Designs = new Map();
const designsByComponents = new WeakMap<Components, Designs>();

/** The designs of the tiles by name; the components of a match stay the same, so their designs do. */
export function designsOf(components: Components | undefined): Designs {
  if (!components) return NO_DESIGNS;
  const known = designsByComponents.get(components) ?? readDesigns(components);
  designsByComponents.set(components, known);
  return known;
}

function readDesigns({ components: typed }: Components): Designs {
  return new Map(typed.case === "akrotiri" ? typed.value.tiles.map((tile) => [tile.tile, tile]) : []);
}

const isOnMap = (choice: string): boolean => /^(cell|corner|dock|site):/.test(choice);

function Drawing(props: BoardProps): ComponentChild {
  const [shown, show] = useState<string | undefined>(undefined);
  if (props.view.game.case !== "akrotiri") return null;
  const view = props.view.game.value;
  const designs = designsOf(props.components);
  const own = view.players.find(({ seat }) => seat === props.seat);
  const holder = own ?? view.players.find(({ maps, seat }) => maps.length > 0 && seat === view.seat) ?? view.players.find(({ maps }) => maps.length > 0);
  const mover = view.players.find(({ seat }) => seat === view.seat);
  const frame = Frame.above(own?.above);
  const digging = props.chosen.find((choice) => choice.startsWith("card:"))?.slice(5);
  const card = digging ?? shown;
  const sites = (holder?.maps ?? []).filter((map) => card === undefined || map.card === card).flatMap((map) => map.sites).filter((site) => site.now || card !== undefined);
  const offered = [[...props.next].filter((choice) => !isOnMap(choice)), props.chosen];
  return (
    <div class="akrotiri board-with-panels">
      <div class="map-side">
        <MapScroll {...extentOf(view, props, frame)} choices={[...props.next].filter(isOnMap).join()}>
          <AkrotiriMap view={view} designs={designs} props={props} frame={frame} hand={(holder?.tile ?? mover?.tile) || undefined} sites={sites} />
        </MapScroll>
        <Kept by={[]} draw={() => <Legend />} />
      </div>
      <div class="panels">
        {view.players.map((player) => <Kept key={player.seat} by={[player, view.seat, view.ending, view.track, designs.size, props.view.match?.seats, props.seat, offered]} draw={() => <Seat player={player} view={view} props={props} />} />)}
        {holder && <Kept by={[holder, card, frame.flipped, designs.size, props.seat, offered]} draw={() => <Hand player={holder} props={props} designs={designs} frame={frame} shown={card} show={show} />} />}
        <Kept by={[view.market, offered]} draw={() => <Market view={view} props={props} />} />
        {view.openGoals.length > 0 && <Kept by={[view.openGoals, designs.size, offered]} draw={() => <OpenGoals view={view} props={props} />} />}
        <Kept by={[view.mapPiles, view.goalPile, view.tilePile, designs.size, offered]} draw={() => <Piles view={view} props={props} />} />
      </div>
    </div>
  );
}

function OpenGoals({ view, props }: { view: AkrotiriView; props: BoardProps }): ComponentChild {
  return (
    <section class="panel" aria-label={t("Open goal cards")}>
      <h3>{t("Open goal cards")}</h3>
      <div class="goals">{view.openGoals.map((goal) => <GoalCard goal={goal} props={props} />)}</div>
    </section>
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
  label: choiceLabel,
  picture: (choice, view, seat, components) => {
    const player = view.game.case === "akrotiri" ? view.game.value.players.find((one) => one.seat === seat) : undefined;
    return choicePicture(choice, player, designsOf(components));
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

