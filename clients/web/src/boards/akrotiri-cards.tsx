/** The cards of Akrotiri and the tile in hand. */

import {
  AkrotiriDifficulty,
  AkrotiriGoal,
  AkrotiriRotation,
  AkrotiriSide,
  type AkrotiriMapView,
  type AkrotiriPlayerView,
} from "clio-referee/contract/akrotiri";
import type { Components } from "clio-referee/contract/components";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import type { Frame } from "./akrotiri-frame";
import { type Designs, TileArt } from "./akrotiri-land";
import { Coin, TempleGhost, TerrainIcon, terrainName } from "./akrotiri-pieces";
import { type BoardProps, choiceButton } from "./board";

const ROTATIONS = [AkrotiriRotation.R0, AkrotiriRotation.R90, AkrotiriRotation.R180, AkrotiriRotation.R270];
/** The sides of a card as its holder sees them. */
const SIDE_WORDS: Record<AkrotiriSide, string> = {
  [AkrotiriSide.UNSPECIFIED]: "",
  [AkrotiriSide.N]: "above",
  [AkrotiriSide.E]: "right",
  [AkrotiriSide.S]: "below",
  [AkrotiriSide.W]: "left",
};
const NEED_PLACES: Record<number, [number, number]> = {
  [AkrotiriSide.N]: [60, 32],
  [AkrotiriSide.E]: [97, 72],
  [AkrotiriSide.S]: [60, 112],
  [AkrotiriSide.W]: [23, 72],
};

export function goalName(goal: AkrotiriGoal): string {
  return AkrotiriGoal[goal].toLowerCase().replaceAll("_", "-");
}

function goalCard(goal: AkrotiriGoal, components: Components | undefined): { title: string; text: string; points: number | undefined } {
  const typed = components?.components;
  const card = typed?.case === "akrotiri" ? typed.value.goals.find((one) => one.goal === goal) : undefined;
  return { title: t(card?.text?.title ?? goalName(goal).replaceAll("-", " ")), text: t(card?.text?.text ?? ""), points: card?.points };
}

export function goalTitle(goal: AkrotiriGoal, components: Components | undefined): string {
  return goalCard(goal, components).title;
}

/** What a map card asks, in words: "2 × tree above". */
export function needsInWords(map: Pick<AkrotiriMapView, "needs">): string[] {
  return map.needs.map(({ side, terrain, icons }) => `${icons} × ${t(terrainName(terrain))} ${t(SIDE_WORDS[side])}`);
}

/** The face of a map card: cost and points, what it asks on its sides around the temple. */
export function MapFace({ map }: { map: Pick<AkrotiriMapView, "needs" | "cost" | "points" | "difficulty"> }): ComponentChild {
  return (
    <svg class={`map-face ${AkrotiriDifficulty[map.difficulty].toLowerCase()}`} viewBox="0 0 120 134" aria-hidden="true">
      <rect class="card-back" x="1.5" y="1.5" width="117" height="131" rx="9" />
      <path class="card-band" d="M1.5 16V10.5a9 9 0 0 1 9-9h99a9 9 0 0 1 9 9V16z" />
      <g transform="translate(15 15)"><Coin value={map.cost} size={23} /></g>
      <g transform="translate(105 15)" class="points-seal"><circle r="11.5" /><text y="5">{map.points}</text></g>
      <rect class="card-site" x="44" y="56" width="32" height="32" rx="3" />
      <g transform="translate(60 72)"><TempleGhost size={24} /></g>
      {map.needs.map(({ side, terrain, icons }) => {
        const [x, y] = NEED_PLACES[side] ?? [60, 72];
        const upright = side === AkrotiriSide.E || side === AkrotiriSide.W;
        return Array.from({ length: icons }, (_, number) => {
          const shift = (number - (icons - 1) / 2) * (upright ? 22 : 25);
          return <g transform={`translate(${upright ? x : x + shift} ${upright ? y + shift : y})`}><TerrainIcon of={terrain} size={20} /></g>;
        });
      })}
    </svg>
  );
}

/** A map card in hand: to choose where that is possible, else to show its sites on the map. */
function MapCard({ map, props, shown, show }: { map: AkrotiriMapView; props: BoardProps; shown: boolean; show: (card: string | undefined) => void }): ComponentChild {
  const choice = `card:${map.card}`;
  const open = props.next.has(choice);
  const asks = needsInWords(map);
  const now = map.sites.filter((site) => site.now).length;
  // What is read aloud holds what is seen: the face is a picture, the rest is text.
  const face = t("map card {card}: {points} points, costs {cost} drachmas; asks", { card: map.card, points: map.points, cost: map.cost });
  const fits = map.sites.length ? t("fits {count} sites", { count: map.sites.length }) : t("fits nowhere yet");
  return (
    <button
      class={`map-card ${open ? "open" : ""} ${shown ? "shown" : ""}`}
      aria-pressed={shown || props.chosen.includes(choice)}
      data-choose={open ? choice : undefined}
      onClick={() => (open ? props.choose(choice) : show(shown ? undefined : map.card))}
      onMouseEnter={() => show(map.card)}
      onMouseLeave={() => show(undefined)}
    >
      <MapFace map={map} />
      <span class="visually-hidden">{face} </span>
      <span class="card-text">{asks.map((ask) => <span>{ask}</span>)}</span>
      <span class={map.sites.length ? "card-fits" : "card-fits none"}>{now ? t("can be dug now") : fits}</span>
    </button>
  );
}

export function GoalCard({ goal, props }: { goal: AkrotiriGoal; props: BoardProps }): ComponentChild {
  const choice = `goal:${goalName(goal)}`;
  const { title, text, points } = goalCard(goal, props.components);
  const face = (
    <>
      <span class="goal-title">{points !== undefined && <b class="goal-points">{points}</b>} {title}</span>
      <span class="card-text">{text}</span>
    </>
  );
  if (props.next.has(choice)) return <button class="goal-card open" {...choiceButton(props, choice)}>{face}</button>;
  return <div class={props.chosen.includes(choice) ? "goal-card chosen" : "goal-card"}>{face}</div>;
}

function TileInHand({ tile, props, designs, frame }: { tile: string; props: BoardProps; designs: Designs; frame: Frame }): ComponentChild {
  const design = designs.get(tile);
  if (!design) return null;
  const known = (rotation: AkrotiriRotation): string => `rotation:${AkrotiriRotation[rotation]}`;
  const turnable = ROTATIONS.filter((rotation) => props.next.has(known(rotation)) || props.chosen.includes(known(rotation)));
  return (
    <section class="panel" aria-label={t("Tile in hand")}>
      <h3>{t("Tile in hand")}</h3>
      <div class="cards">
        {turnable.length === 0 && <svg class="tile-in-hand" viewBox="0 0 100 100" role="img" aria-label={t("tile {tile}", { tile })}><TileArt design={design} rotation={frame.rotation(AkrotiriRotation.R0)} /></svg>}
        {turnable.map((rotation) => {
          const choice = known(rotation);
          return (
            <button class="token tile-token" aria-pressed={props.chosen.includes(choice)} aria-label={rotation === AkrotiriRotation.R0 ? t("not rotated") : t("rotated {degrees}°", { degrees: AkrotiriRotation[rotation].slice(1) })} {...choiceButton(props, choice)}>
              <svg viewBox="0 0 100 100" aria-hidden="true"><TileArt design={design} rotation={frame.rotation(rotation)} /></svg>
            </button>
          );
        })}
      </div>
    </section>
  );
}

interface HandProps {
  player: AkrotiriPlayerView;
  props: BoardProps;
  designs: Designs;
  frame: Frame;
  shown: string | undefined;
  show: (card: string | undefined) => void;
}

export function Hand({ player, props, designs, frame, shown, show }: HandProps): ComponentChild {
  const goals = (player.goals.length > 0 || player.choice.length > 0) && (
    <section key="goals" class="panel" aria-label={t("Goal cards")}>
      <h3>{t("Goal cards")}</h3>
      <div class="goals">{[...player.choice, ...player.goals].map((goal) => <GoalCard goal={goal} props={props} />)}</div>
    </section>
  );
  const maps = player.maps.length > 0 && (
    <section key="maps" class="panel" aria-label={t("Map cards")}>
      <h3>{t("Map cards")}</h3>
      <div class="cards">{player.maps.map((map) => <MapCard map={map} props={props} shown={shown === map.card} show={show} />)}</div>
    </section>
  );
  return (
    <>
      {player.tile && <TileInHand tile={player.tile} props={props} designs={designs} frame={frame} />}
      {/* Cards to choose from come first. */}
      {player.choice.length > 0 ? [goals, maps] : [maps, goals]}
    </>
  );
}
