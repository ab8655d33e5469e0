import type { Font, PathCommand } from "fontkit";
import { ByteWriter } from "#components/lettering/byte-writer.ts";
import { boxOf, type Point, writePoints } from "#components/lettering/glyph-points.ts";
import type { Tables } from "#components/lettering/sfnt.ts";

/** What says how a font changes with its weight, and what stands upright: of no use to one weight on a line. */
const LEFT_OUT = ["fvar", "gvar", "avar", "HVAR", "MVAR", "STAT", "vhea", "vmtx"];
/** Where `hhea` says how many letters have a width of their own. */
const WIDTHS = 34;

/** A font that varies, at one weight: what puts fonts into a PDF can do so only with one that does not. */
export function atOneWeight(tables: Tables, font: Font): Tables {
  const [glyf, loca, hmtx] = [new ByteWriter(), new ByteWriter(), new ByteWriter()];
  for (let index = 0; index < font.numGlyphs; index++) {
    const { path, advanceWidth } = font.getGlyph(index);
    const contours = contoursOf(path.commands);
    const box = boxOf(contours.flat());
    hmtx.short(Math.round(advanceWidth));
    hmtx.short(box[0]);
    loca.long(glyf.length);
    if (contours.length > 0) writeGlyph(glyf, contours, box);
  }
  loca.long(glyf.length);
  const hhea = Uint8Array.from(tables.get("hhea") ?? []);
  new DataView(hhea.buffer).setUint16(WIDTHS, font.numGlyphs);
  return new Map([
    ...[...tables].filter(([tag]) => !LEFT_OUT.includes(tag)),
    ["glyf", glyf.written()],
    ["loca", loca.written()],
    ["hmtx", hmtx.written()],
    ["hhea", hhea],
  ]);
}

function writeGlyph(glyf: ByteWriter, contours: readonly (readonly Point[])[], box: readonly number[]): void {
  const points = contours.flat();
  glyf.short(contours.length);
  for (const edge of box) glyf.short(edge);
  let last = -1;
  for (const { length } of contours) {
    last += length;
    glyf.short(last);
  }
  const noInstructions = 0;
  glyf.short(noInstructions);
  writePoints(glyf, points);
  glyf.fill();
}

/** A contour closes by itself, so that its first point is not repeated. */
function contoursOf(commands: readonly PathCommand[]): readonly (readonly Point[])[] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === "moveTo") contours.push([]);
    const contour = contours.at(-1);
    for (let at = 0; at < args.length; at += 2) {
      const [x, y] = [Math.round(args[at] ?? 0), Math.round(args[at + 1] ?? 0)];
      contour?.push({ x, y, isOnCurve: at === args.length - 2 });
    }
    const [first, last] = [contour?.[0], contour?.at(-1)];
    const isClosed = contour !== undefined && contour.length > 1 && first?.x === last?.x && first?.y === last?.y;
    if (command === "closePath" && isClosed) contour.pop();
  }
  return contours.filter(({ length }) => length > 0);
}
