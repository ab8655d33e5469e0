import "server-only";

import { plainLine } from "#lib/i18n/plain-line.ts";
import { type Face, type Paper, writeText } from "#lib/tickets/text-layout/text-block.ts";

/** A label with its value. Two rows of half the width share a line. */
export type TicketRow = { readonly label: string; readonly value: string; readonly isHalf?: boolean };

type Area = { readonly x: number; readonly y: number; readonly width: number };
type Faces = { readonly label: Face; readonly value: Face };

const BETWEEN_ROWS = 9;
const BETWEEN_HALVES = 18;
/** Longer values end in an ellipsis. */
const LINES_MAX = 2;

/** Writes the rows below each other, each as a paragraph of a part of the page, and returns their height. */
export function writeRows(
  paper: Paper,
  part: PDFKit.PDFStructureElement,
  rows: readonly TicketRow[],
  area: Area,
  faces: Faces,
): number {
  let y = area.y;
  for (const line of linesOf(rows)) {
    let height = 0;
    line.forEach((row, column) => {
      const write = () => {
        height = Math.max(height, writeRow(paper, row, columnOf(paper, { ...area, y }, line, column), faces));
      };
      part.add(paper.document.struct("P", {}, write));
    });
    y += height + BETWEEN_ROWS;
  }
  return y - area.y;
}

/** Returns the rows by line: two adjacent halves share one, also where a value between them is absent. */
function linesOf(rows: readonly TicketRow[]): readonly (readonly TicketRow[])[] {
  const lines: TicketRow[][] = [];
  for (const row of rows.filter(({ value }) => value !== "")) {
    const last = lines.at(-1);
    if (row.isHalf && last?.length === 1 && last[0]?.isHalf) last.push(row);
    else lines.push([row]);
  }
  return lines;
}

function columnOf({ direction }: Paper, { x, y, width }: Area, line: readonly TicketRow[], column: number): Area {
  if (line.length === 1) return { x, y, width };
  const half = (width - BETWEEN_HALVES) / 2;
  const isLeft = (column === 0) === (direction === "ltr");
  return { x: isLeft ? x : x + half + BETWEEN_HALVES, y, width: half };
}

function writeRow(paper: Paper, { label, value }: TicketRow, area: Area, faces: Faces): number {
  const height = writeText(paper, plainLine(label), faces.label, { ...area, most: 1 });
  return height + writeText(paper, plainLine(value), faces.value, { ...area, y: area.y + height, most: LINES_MAX });
}
