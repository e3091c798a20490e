/** Beside the map of Akrotiri: the seats with their tracks, the market, the piles, the legend. */

import { AkrotiriBonus, AkrotiriDifficulty, type AkrotiriPlayerView, type AkrotiriView } from "clio-referee/contract/akrotiri";
import type { Components } from "clio-referee/contract/components";
import type { ComponentChild } from "preact";

import { t } from "../i18n/translate";
import { Coin, colourName, Cube, seatColour, seatMark, Temple, TempleGhost } from "./akrotiri-pieces";
import { choiceLabel } from "./akrotiri-labels";
import { type BoardProps, choiceButton } from "./board";

/** The cubes that a boat holds at most, unless the components say otherwise. */
const HOLD = 3;

function holdOf(components: Components | undefined): number {
  const typed = components?.components;
  return typed?.case === "akrotiri" ? typed.value.cargo : HOLD;
}

/** The choices of these kinds as buttons, at the place of the table that they are about. */
function ChoicesOf({ props, kinds }: { props: BoardProps; kinds: readonly string[] }): ComponentChild {
  const offered = [...props.next].filter((choice) => kinds.includes(choice.split(":")[0] as string));
  if (offered.length === 0) return null;
  return <div class="holdings table-choices">{offered.map((choice) => <button key={choice} class="chip open" {...choiceButton(props, choice)}>{choiceLabel(choice, props.components)}</button>)}</div>;
}

/** The track of temples: what each one brings. */
function Track({ player, view }: { player: AkrotiriPlayerView; view: AkrotiriView }): ComponentChild {
  const steps = view.track.filter(({ temples }) => temples > 0);
  return (
    <svg class="track" viewBox={`0 0 ${40 * steps.length} 52`} role="img" aria-label={t("{built} of {all} temples built; {actions} actions a turn", { built: player.temples, all: steps.length, actions: player.actions })}>
      {steps.map(({ temples, actions, bonus }, place) => {
        const built = temples <= player.temples;
        const before = view.track[place]?.actions ?? actions;
        const brings = bonus === AkrotiriBonus.GOAL ? "★" : bonus === AkrotiriBonus.LAST_ROUND ? "⚑" : actions > before ? `${actions}` : "";
        return (
          <g transform={`translate(${40 * place + 20} 0)`}>
            <rect class={built ? "step built" : "step"} x="-18" y="1" width="36" height="50" rx="6" />
            <g transform="translate(0 17)">{built ? <Temple seat={player.seat} size={26} /> : <TempleGhost size={24} />}</g>
            <text class="brings" y="46">{brings}</text>
          </g>
        );
      })}
    </svg>
  );
}

export function Seat({ player, view, props }: { player: AkrotiriPlayerView; view: AkrotiriView; props: BoardProps }): ComponentChild {
  const name = props.view.match?.seats[player.seat]?.name || t("seat {seat}", { seat: player.seat });
  const hold = Math.max(holdOf(props.components), player.cargo.length);
  const cargo = player.cargo.map((cube) => t(colourName(cube))).join(", ") || t("empty");
  return (
    <section class={view.seat === player.seat && view.ending === undefined ? "team to-move" : "team"} style={{ borderColor: seatColour(player.seat) }} aria-label={name}>
      <h3>
        <span class="seat-mark" style={{ color: seatColour(player.seat) }} aria-hidden="true">{seatMark(player.seat)}</span> <bdi>{name}</bdi>
        <b class="score" role="img" aria-label={t("{count} drachmas", { count: player.drachmas })}><svg class="inline" viewBox="-10 -10 20 20" aria-hidden="true"><Coin /></svg> {player.drachmas}</b>
      </h3>
      <Track player={player} view={view} />
      <div class="holdings">
        <svg class="hold" viewBox={`0 0 ${22 * hold + 8} 26`} role="img" aria-label={t("aboard: {cargo}", { cargo })}>
          <path class="hull" d={`M0 3h${22 * hold + 8}l-6 20q-1 2-4 2H10q-3 0-4-2z`} />
          {Array.from({ length: hold }, (_, slot) => {
            const cube = player.cargo[slot];
            return <g transform={`translate(${22 * slot + 15} 12)`}>{cube === undefined ? <rect class="slot" x="-6" y="-6" width="12" height="12" rx="2" /> : <Cube colour={cube} size={15} />}</g>;
          })}
        </svg>
        {player.mapCounts.filter(({ count }) => count > 0).map(({ difficulty, count }) => {
          const kind = AkrotiriDifficulty[difficulty].toLowerCase();
          return <span class={`chip ${kind}`}>{count} {t(kind)}</span>;
        })}
        <span class="chip goal">★ {player.goalCount}<span class="visually-hidden"> {t("Goal cards")}</span></span>
      </div>
      {player.seat === props.seat && <ChoicesOf props={props} kinds={["load", "cubes", "unload"]} />}
    </section>
  );
}

/** A row of the market; where a cube of its colour can be sold, the whole row is the button. */
function MarketRow({ row, props }: { row: AkrotiriView["market"][number]; props: BoardProps }): ComponentChild {
  const colour = t(colourName(row.colour));
  const says = t("{colour}: the next cube earns {price}", { colour, price: row.price });
  const choice = `sell:${colourName(row.colour)}`;
  const open = props.next.has(choice);
  const free = row.squares.length - row.cubes;
  const art = (
    <svg class="market" viewBox={`0 0 ${34 * row.squares.length} 34`} {...(open ? { "aria-hidden": "true" } : { role: "img", "aria-label": says })}>
      {row.squares.map((price, number) => (
        <g transform={`translate(${34 * number + 17} 17)`}>
          <rect class={number === free - 1 ? "square next" : "square"} x="-15" y="-15" width="30" height="30" rx="6" />
          {number >= free ? <Cube colour={row.colour} size={22} /> : <text class="price" y="5.5">{price}</text>}
        </g>
      ))}
    </svg>
  );
  if (!open) return <div class={props.chosen.includes(choice) ? "market-row chosen" : "market-row"}>{art}</div>;
  return <button class="market-row open" aria-label={`${t("sell {colour}", { colour })}. ${says}`} {...choiceButton(props, choice)}>{art}</button>;
}

export function Market({ view, props }: { view: AkrotiriView; props: BoardProps }): ComponentChild {
  return (
    <section class="panel" aria-label={t("Market")}>
      <h3>{t("Market")} <small>{t("a sold cube earns the number that it covers")}</small></h3>
      {view.market.map((row) => <MarketRow key={row.colour} row={row} props={props} />)}
    </section>
  );
}

/** What is left in the piles, and what map cards cost. */
export function Piles({ view, props }: { view: AkrotiriView; props: BoardProps }): ComponentChild {
  const typed = props.components?.components;
  const prices = typed?.case === "akrotiri" ? typed.value.mapPrices : [];
  return (
    <section class="panel" aria-label={t("Piles")}>
      <h3>{t("Piles")}</h3>
      <div class="holdings">
        {view.mapPiles.map(({ difficulty, count }) => {
          const kind = AkrotiriDifficulty[difficulty].toLowerCase();
          return <span class={`chip ${kind}`}>{count} {t(kind)}</span>;
        })}
        <span class="chip goal">★ {view.goalPile}<span class="visually-hidden"> {t("Goal cards")}</span></span>
        <span class="chip">{t("{count} tiles", { count: view.tilePile })}</span>
      </div>
      {prices.length > 0 && <p class="facts-line">{t("Maps at Thera: {prices} drachmas for 1, 2 or 3.", { prices: prices.join(", ") })}</p>}
      <ChoicesOf props={props} kinds={["buy", "maps", "oracle", "terrain"]} />
    </section>
  );
}

export function Legend(): ComponentChild {
  const rows: [string, ComponentChild][] = [
    [t("dock"), <g><circle class="dock" r="8" /><text class="dock-number" y="3.6">7</text></g>],
    [t("route in reach"), <path class="route reach" d="M-11 0H11" />],
    [t("a map card fits here"), <g class="fit"><circle r="9" /><path d="M-2 6V-6M-2-6 6-3-2 0" /></g>],
    [t("completed island"), <g class="land completed"><circle r="8" /></g>],
    [t("quadrants of the map"), <path class="quadrants" d="M-11 0H11M0-9V9" />],
  ];
  return (
    <ul class="legend">
      {rows.map(([text, sign]) => <li><svg class="akrotiri-map" viewBox="-12 -12 24 24" aria-hidden="true"><rect class="sea-ground" x="-12" y="-12" width="24" height="24" rx="5" />{sign}</svg> {text}</li>)}
      <li><span class="key">★</span> {t("goal card")}</li>
      <li><span class="key">⚑</span> {t("last round")}</li>
    </ul>
  );
}
