import { ByteReader } from "#components/lettering/byte-reader.ts";
import { ByteWriter } from "#components/lettering/byte-writer.ts";

/** The parts of a font, by their names. */
export type Tables = ReadonlyMap<string, Uint8Array>;

const TRUE_TYPE = 0x0001_0000;
/** Where the font's own sum stands in its `head`, and what the whole comes to with it. */
const SUM = 8;
const WHOLE = 0xb1b0_afba;

/** The parts as one font. Its sum tells it from another of the same name: a PDF takes fonts for one that agree in both. */
export function fontFrom(tables: Tables): Uint8Array {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const [font, contents] = [new ByteWriter(), new ByteWriter()];
  const start = 12 + 16 * sorted.length;
  let head = 0;
  font.long(TRUE_TYPE);
  font.short(sorted.length);
  font.bytes(new Uint8Array(6));
  for (const [tag, data] of sorted) {
    if (tag === "head") head = start + contents.length;
    font.bytes(new TextEncoder().encode(tag));
    font.long(0);
    font.long(start + contents.length);
    font.long(data.length);
    contents.bytes(data);
    contents.fill();
  }
  font.bytes(contents.written());
  const written = font.written();
  new DataView(written.buffer).setUint32(head + SUM, (WHOLE - sumOf(written)) >>> 0);
  return written;
}

function sumOf(bytes: Uint8Array): number {
  const reader = new ByteReader(bytes);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + reader.long()) >>> 0;
  return sum;
}
