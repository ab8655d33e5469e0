import { ByteReader } from "#components/lettering/byte-reader.ts";
import { ByteWriter } from "#components/lettering/byte-writer.ts";
import { boxOf, type Point, writePoints } from "#components/lettering/glyph-points.ts";

type Streams = Record<(typeof STREAMS)[number], ByteReader>;

/** What is known of each glyph lies apart, so that like stands by like and packs well. */
const STREAMS = ["contours", "points", "flags", "glyphs", "composites", "boxes", "instructions"] as const;

/** Says that a glyph is put together from others. */
const COMPOSITE = 0xffff;

/** Outlines as fonts keep them, and where each begins: section 5.1 of WOFF 2.0, the other way about. */
export function plainGlyphs(packed: Uint8Array): { readonly glyf: Uint8Array; readonly loca: Uint8Array } {
  const head = new ByteReader(packed);
  head.long();
  const count = head.short();
  head.short();
  const sizes = STREAMS.map(() => head.long());
  const streams = Object.fromEntries(
    STREAMS.map((name, index) => [name, new ByteReader(head.bytes(sizes[index] ?? 0))]),
  ) as Streams;
  const isBoxed = streams.boxes.bytes(Math.ceil(count / 32) * 4);
  const [glyf, loca] = [new ByteWriter(), new ByteWriter()];
  for (let glyph = 0; glyph < count; glyph++) {
    loca.long(glyf.length);
    writeGlyph(glyf, streams, (((isBoxed[glyph >> 3] ?? 0) << (glyph & 7)) & 0x80) !== 0);
    glyf.fill();
  }
  loca.long(glyf.length);
  return { glyf: glyf.written(), loca: loca.written() };
}

function writeGlyph(glyf: ByteWriter, streams: Streams, isBoxed: boolean): void {
  const contours = streams.contours.short();
  if (contours === 0) return;
  if (contours === COMPOSITE) throw new Error("This font puts letters together from others, which is not known here");
  glyf.short(contours);
  let last = -1;
  const ends = Array.from({ length: contours }, () => {
    last += streams.points.packedShort();
    return last;
  });
  const points = pointsOf(streams, last + 1);
  if (isBoxed) glyf.bytes(streams.boxes.bytes(8));
  else for (const edge of boxOf(points)) glyf.short(edge);
  for (const end of ends) glyf.short(end);
  const instructions = streams.glyphs.packedShort();
  glyf.short(instructions);
  glyf.bytes(streams.instructions.bytes(instructions));
  writePoints(glyf, points);
}

function pointsOf({ flags, glyphs }: Streams, count: number): readonly Point[] {
  let [x, y] = [0, 0];
  return Array.from({ length: count }, () => {
    const flag = flags.byte();
    const [dx, dy] = stepOf(flag & 0x7f, glyphs);
    x += dx;
    y += dy;
    return { x, y, isOnCurve: flag < 0x80 };
  });
}

/** One step of an outline: the flag says how many bytes tell of it, and what stands in their bits. */
function stepOf(flag: number, bytes: ByteReader): readonly [dx: number, dy: number] {
  const across = flag & 1 ? 1 : -1;
  const up = flag & 2 ? 1 : -1;
  if (flag < 10) return [0, across * (((flag & 14) << 7) + bytes.byte())];
  if (flag < 20) return [across * ((((flag - 10) & 14) << 7) + bytes.byte()), 0];
  if (flag < 84) {
    const [base, both] = [flag - 20, bytes.byte()];
    return [across * (1 + (base & 0x30) + (both >> 4)), up * (1 + ((base & 0x0c) << 2) + (both & 0x0f))];
  }
  if (flag < 120) {
    const base = flag - 84;
    const dx = 1 + (Math.floor(base / 12) << 8) + bytes.byte();
    return [across * dx, up * (1 + (((base % 12) >> 2) << 8) + bytes.byte())];
  }
  if (flag < 124) {
    const [first, middle] = [bytes.byte(), bytes.byte()];
    return [across * ((first << 4) + (middle >> 4)), up * (((middle & 0x0f) << 8) + bytes.byte())];
  }
  return [across * bytes.short(), up * bytes.short()];
}
