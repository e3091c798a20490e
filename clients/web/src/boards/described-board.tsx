/** A board that a game describes as rows of cells: drawn as a grid, on which cells that stand for a move can be chosen. */

import type { ComponentChild } from "preact";

import { type BoardProps, choiceButton, SEAT_COLOURS } from "./board";

interface Cell {
  text: string;
  seat?: number | null;
  /** The move that choosing the cell means, in notation. */
  move?: string | null;
  label?: string;
}

interface Described {
  rows: { cells: Cell[] }[];
  caption?: string;
}

/** The board that a view describes, if it describes one. */
export function describedIn(fields: Readonly<Record<string, unknown>> | undefined): Described | undefined {
  const board = fields?.["board"] as Described | null | undefined;
  return board && Array.isArray(board.rows) && board.rows.every((row) => Array.isArray(row.cells)) ? board : undefined;
}

/** Whether a cell is a choice of the seat that looks: cells of two seats may stand for the same notation. */
function isOpen({ seat, move }: Cell, props: BoardProps): boolean {
  return typeof move === "string" && props.next.has(move) && (typeof seat !== "number" || seat === props.seat);
}

/** The choices that stand on a cell. */
export function choicesOn(board: Described, props: BoardProps): ReadonlySet<string> {
  return new Set(board.rows.flatMap(({ cells }) => cells.filter((cell) => isOpen(cell, props)).map(({ move }) => move as string)));
}

function DescribedCell({ cell, changed, props }: { cell: Cell; changed: boolean; props: BoardProps }): ComponentChild {
  const style = typeof cell.seat === "number" ? { borderColor: SEAT_COLOURS[cell.seat % SEAT_COLOURS.length] } : {};
  const shade = `grid-cell ${changed ? "changed" : ""} ${props.chosen.includes(cell.move ?? "") ? "chosen" : ""}`;
  const text = <>{cell.text}{cell.label && <small>{cell.label}</small>}</>;
  if (!isOpen(cell, props)) return cell.text || cell.label ? <span class={shade} style={style}>{text}</span> : <span class="grid-cell blank" />;
  return <button class={`${shade} open`} style={style} aria-label={`${cell.move}: ${cell.text}`} {...choiceButton(props, cell.move as string)}>{text}</button>;
}

export function DescribedBoard({ board, before, props }: { board: Described; before: Described | undefined; props: BoardProps }): ComponentChild {
  const columns = Math.max(1, ...board.rows.map(({ cells }) => cells.length));
  return (
    <div class="grid-board" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 64px))` }}>
      {board.rows.flatMap(({ cells }, row) => Array.from({ length: columns }, (_, column) => {
        const cell = cells[column] ?? { text: "" };
        const old = before?.rows[row]?.cells[column];
        return <DescribedCell key={`${row} ${column}`} cell={cell} changed={old !== undefined && old.text !== cell.text} props={props} />;
      }))}
      {board.caption && <p class="caption">{board.caption}</p>}
    </div>
  );
}
