/** The frame of Akrotiri's map: which side is above for the one who looks, and where cells lie in the drawing. */

import { AkrotiriCorner, AkrotiriRotation, AkrotiriSide } from "clio-referee/contract/akrotiri";

import { CELL, inQuadrant, type Point, turned } from "./akrotiri-geometry";

export class Frame {
  constructor(
    /** The second player sits opposite and sees the map turned by half. */
    readonly flipped: boolean,
  ) {}

  static above(side: AkrotiriSide | undefined): Frame {
    return new Frame(side === AkrotiriSide.S);
  }

  /** The upper left point of a cell in the drawing. */
  origin(x: number, y: number): Point {
    return this.flipped ? { x: (-1 - x) * CELL, y: (-1 - y) * CELL } : { x: x * CELL, y: y * CELL };
  }

  corner(corner: AkrotiriCorner): AkrotiriCorner {
    return this.flipped ? turned(corner, AkrotiriRotation.R180) : corner;
  }

  side(side: AkrotiriSide): AkrotiriSide {
    return this.flipped ? turned(side, AkrotiriRotation.R180) : side;
  }

  rotation(rotation: AkrotiriRotation): AkrotiriRotation {
    const known = Math.max(1, rotation);
    return (this.flipped ? ((known + 1) % 4) + 1 : known) as AkrotiriRotation;
  }

  /** A point in the quadrant of a corner, so far from the corner along both sides. */
  quadrant(x: number, y: number, corner: AkrotiriCorner, along: number, down: number = along): Point {
    const origin = this.origin(x, y);
    const inCell = inQuadrant(this.corner(corner), along, down);
    return { x: origin.x + inCell.x, y: origin.y + inCell.y };
  }
}

export function at({ x, y }: Point): string {
  return `translate(${x} ${y})`;
}
