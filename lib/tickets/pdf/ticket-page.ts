import "server-only";

import { addressText, plainLine } from "#lib/i18n/words.ts";
import type { PosterArt } from "#lib/tickets/art/poster-art.ts";
import { qrSquare } from "#lib/tickets/art/qr-square.ts";
import { type Face, type Paper, sizeThatFits, writeText } from "#lib/tickets/text-layout/text-block.ts";
import { isDrawable } from "#lib/tickets/text-layout/typeface.ts";

/** The texts of one ticket, in the reader's language. */
export type PrintedTicket = {
  readonly brand: string;
  readonly eventName: string;
  readonly position: string;
  readonly rows: readonly TicketRow[];
  /** Absent while the ticket is not valid. */
  readonly code?: string;
  /** The part of the code that is printed below it. */
  readonly codeText?: string;
  readonly codeLabel: string;
  /** Printed large in place of the code: "Cancelled". */
  readonly notice?: string;
  /** Printed for a name in letters without a font: "Name on the order page · D3CC 1000". */
  readonly nameElsewhere: string;
  readonly reference: string;
  /** Who sells it: "Sold by The Playhouse". */
  readonly seller: string;
  readonly advice: string;
  /** The event's picture. */
  readonly art: PosterArt;
  /** The account's own picture as square JPEG of `BAND_PIXELS`, shown in place of the generated one. */
  readonly picture?: Uint8Array | undefined;
};

/** The account's colour and its readable text colour, from `accentTokens`. */
export type TicketStyle = { readonly fill: string; readonly on: string };

const INK = "#14161c";
const MUTED = "#565b67";
const LINE = "#d5d8e0";
const PAGE = { width: 595.28, height: 841.89 };
const CARD = { x: 48, y: 72, width: PAGE.width - 96, radius: 20 };
const PAD = 30;
const BAND_HEIGHT = 140;
/** 216 pixels to the inch. */
export const BAND_PIXELS = { width: 420, height: 420 } as const;
const NOTCH = 11;
/** Pictures are squares of this side. */
const ART_SIDE = 400;
/** About 75 mm, readable for a scanner at a hand's distance. */
const QR_SIDE = 214;
const STUB_HEIGHT = QR_SIDE + 84;
/** From the text below the code to the advice below the card. */
const BELOW_CARD = 74;

/** Between two things on one line, such as a ticket type and its price. */
const BESIDE = " · ";

const SMALL: Face = { weight: "regular", size: 10, colour: MUTED };
const VALUE: Face = { weight: "bold", size: 13.5, colour: INK };

/** Draws one ticket on the current page. Texts of promoters and buyers are drawn as plain letters. */
export function drawTicket(paper: Paper, given: PrintedTicket, style: TicketStyle): void {
  const ticket = withDrawableNames(given);
  const { document } = paper;
  const inner = { x: CARD.x + PAD, width: CARD.width - 2 * PAD, most: 2 };
  const part = document.struct("Sect");
  document.addStructure(part);

  part.add(document.struct("P", {}, () => drawHead(paper, ticket)));
  asDecoration(document, () => drawBand(paper, ticket, style));
  part.add(document.struct("H1", {}, () => drawName(paper, ticket.eventName, style)));

  const top = CARD.y + BAND_HEIGHT + 24;
  const y = top + writeRows(paper, part, ticket.rows, { ...inner, y: top }, { label: SMALL, value: VALUE }) + 14;

  asDecoration(document, () => drawEdge(document, y));
  const qr = { x: (PAGE.width - QR_SIDE) / 2, y: y + 20 };
  const { code, notice } = ticket;
  if (code !== undefined) {
    part.add(document.struct("Figure", { alt: ticket.codeLabel }, () => drawQr(document, code, qr)));
  }
  if (notice !== undefined) {
    const box = { ...inner, y: qr.y + QR_SIDE / 2 - 20, align: "center" } as const;
    part.add(document.struct("P", {}, () => void writeText(paper, plainLine(notice), { ...VALUE, size: 27 }, box)));
  }
  part.add(document.struct("P", {}, () => drawFoot(paper, ticket, qr.y + QR_SIDE + 4)));
  part.end();
}

/**
 * Returns the ticket with `nameElsewhere` for each name that cannot be drawn. Half a name would be another one, so the whole name goes; a
 * price beside it stays.
 */
function withDrawableNames(ticket: PrintedTicket): PrintedTicket {
  const drawn = (text: string) =>
    text
      .split(BESIDE)
      .map((part) => (part === "" || isDrawable(part) ? part : ticket.nameElsewhere))
      .join(BESIDE);
  return {
    ...ticket,
    brand: drawn(ticket.brand),
    eventName: drawn(ticket.eventName),
    seller: drawn(ticket.seller),
    rows: ticket.rows.map(({ value, ...row }) => ({
      ...row,
      value: typeof value === "string" ? drawn(value) : value.map(drawn),
    })),
  };
}

function drawHead(paper: Paper, { brand, position }: PrintedTicket): void {
  const width = CARD.width / 2;
  const [first, second] = paper.direction === "rtl" ? [CARD.x + width, CARD.x] : [CARD.x, CARD.x + width];
  writeText(paper, plainLine(brand), { ...VALUE, weight: "title", size: 15 }, { x: first, y: 36, width, most: 1 });
  writeText(paper, plainLine(position), { ...SMALL, size: 11 }, { x: second, y: 40, width, align: "end", most: 1 });
}

/** Draws the band behind the name in the account's colour, with a square of the event's picture at its end. */
function drawBand({ document, direction }: Paper, { art, picture }: PrintedTicket, { fill }: TicketStyle): void {
  const { x, y, width, radius } = CARD;
  document.save();
  document.roundedRect(x, y, width, BAND_HEIGHT + radius, radius).clip();
  document.rect(x, y, width, BAND_HEIGHT).fill(fill);
  document.translate(direction === "rtl" ? x : x + width - BAND_HEIGHT, y).scale(BAND_HEIGHT / ART_SIDE);
  document.rect(0, 0, ART_SIDE, ART_SIDE).clip();
  if (picture !== undefined) {
    document.image(Buffer.from(picture), 0, 0, { width: ART_SIDE, height: ART_SIDE }).restore();
    return;
  }
  document.rect(0, 0, ART_SIDE, ART_SIDE).fill(art.ground[0]);
  for (const { d, fill, faint = false } of art.shapes) {
    document
      .path(d)
      .fillOpacity(faint ? 0.35 : 1)
      .fill(fill);
  }
  document.fillOpacity(1).restore();
}

function drawName(paper: Paper, name: string, { on }: TicketStyle): void {
  const width = CARD.width - 2 * PAD - BAND_HEIGHT + 10;
  const text = plainLine(name);
  const top = 20;
  const size = sizeThatFits(paper, text, {
    weight: "title",
    sizes: [27, 23, 19.5, 16, 13],
    width,
    height: BAND_HEIGHT - 2 * top,
  });
  const x = paper.direction === "rtl" ? CARD.x + CARD.width - PAD - width : CARD.x + PAD;
  writeText(paper, text, { weight: "title", size, colour: on }, { x, y: CARD.y + top, width, most: 5 });
}

/** Draws the card's outline, with a notch at both ends of the perforation. */
function drawEdge(document: PDFKit.PDFDocument, perforation: number): void {
  const { x, y, width, radius: r } = CARD;
  const right = x + width;
  const foot = perforation + STUB_HEIGHT;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const notch = (dy: number) => `a${NOTCH} ${NOTCH} 0 0 0 0 ${dy}`;
  const outline = [
    `M${x + r} ${y}H${right - r}${corner(r, r)}V${perforation - NOTCH}${notch(2 * NOTCH)}V${foot - r}${corner(-r, r)}`,
    `H${x + r}${corner(-r, -r)}V${perforation + NOTCH}${notch(-2 * NOTCH)}V${y + r}${corner(r, -r)}z`,
  ].join("");
  document.path(outline).lineWidth(1).stroke(LINE);
  document
    .moveTo(x + NOTCH + 8, perforation)
    .lineTo(right - NOTCH - 8, perforation)
    .dash(4, { space: 5 })
    .stroke(LINE)
    .undash();
}

function drawQr(document: PDFKit.PDFDocument, code: string, at: { x: number; y: number }): void {
  const { size, path } = qrSquare(code);
  document.save();
  document.translate(at.x, at.y).scale(QR_SIDE / size);
  document.path(path).fill("#000000");
  document.restore();
}

function drawFoot(paper: Paper, { codeText, reference, seller, advice }: PrintedTicket, top: number): void {
  const box = { x: CARD.x + PAD, width: CARD.width - 2 * PAD, align: "center", most: 3 } as const;
  let y = top;
  if (codeText !== undefined) y += writeText(paper, codeText, { ...VALUE, size: 12 }, { ...box, y }) + 4;
  const origin = [reference, seller].map(plainLine).join(BESIDE);
  writeText(paper, origin, SMALL, { ...box, y });
  writeText(paper, plainLine(advice), SMALL, { ...box, y: top + BELOW_CARD });
}

function asDecoration(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent("Artifact");
  draw();
  document.endMarkedContent();
}

/** A label with its value, or with the parts of an address. Two rows of half the width share a line. */
type TicketRow = { readonly label: string; readonly value: string | readonly string[]; readonly isHalf?: boolean };

type Area = { readonly x: number; readonly y: number; readonly width: number };
type Faces = { readonly label: Face; readonly value: Face };

const BETWEEN_ROWS = 9;
const BETWEEN_HALVES = 18;
/** Longer values end in an ellipsis. */
const LINES_MAX = 2;

/** Writes the rows below each other, each as a paragraph of a part of the page, and returns their height. */
function writeRows(
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
  for (const row of rows.filter(({ value }) => valueText(value) !== "")) {
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
  return height + writeText(paper, valueText(value), faces.value, { ...area, y: area.y + height, most: LINES_MAX });
}

/** Returns a value as one text, in which each part of an address keeps its own direction. */
function valueText(value: TicketRow["value"]): string {
  return typeof value === "string" ? plainLine(value) : addressText(value.map(plainLine));
}
