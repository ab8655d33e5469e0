import { brotliDecompressSync } from "node:zlib";
import { ByteReader } from "#components/lettering/byte-reader.ts";
import type { Tables } from "#components/lettering/sfnt.ts";
import { plainGlyphs } from "#components/lettering/woff2-glyphs.ts";

type Table = { readonly tag: string; readonly length: number; readonly isRewritten: boolean };

/** The tables that have a number of their own, in the order of the format. */
const TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX " +
  "vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat " +
  "fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill";
const KNOWN_TAGS = TAGS.split(" ").map((tag) => tag.replace("_", " "));
const NAMED = 0x3f;

/** Where the font says how long the places of its glyphs are written. */
const LOCA_FORMAT = 50;

/**
 * What a font held before it was made small for the web (WOFF 2.0). The library that draws our letters reads neither
 * the weights nor, for a PDF, the outlines of the small form.
 */
export function tablesOf(file: Uint8Array): Tables {
  const reader = new ByteReader(file);
  if (reader.long() !== 0x774f4632) throw new Error("This is no WOFF2 font");
  reader.bytes(8);
  const count = reader.short();
  reader.bytes(6);
  const packed = reader.long();
  reader.bytes(24);
  const tables = Array.from({ length: count }, () => tableOf(reader));
  const data = new ByteReader(brotliDecompressSync(reader.bytes(packed)));
  const plain = new Map(tables.map(({ tag, length }) => [tag, data.bytes(length)]));
  if (!tables.some(({ tag, isRewritten }) => isRewritten && tag === "glyf")) return plain;
  const { glyf, loca } = plainGlyphs(plain.get("glyf") ?? new Uint8Array());
  const head = Uint8Array.from(plain.get("head") ?? []);
  new DataView(head.buffer).setInt16(LOCA_FORMAT, 1);
  return plain.set("glyf", glyf).set("loca", loca).set("head", head);
}

function tableOf(reader: ByteReader): Table {
  const flags = reader.byte();
  const isNamed = (flags & NAMED) === NAMED;
  const tag = isNamed ? String.fromCharCode(...reader.bytes(4)) : (KNOWN_TAGS[flags & NAMED] ?? "");
  const length = reader.base128();
  const version = flags >> 6;
  const isOutline = tag === "glyf" || tag === "loca";
  const isRewritten = isOutline ? version === 0 : version !== 0;
  if (isRewritten && !isOutline) throw new Error(`This font packs its ${tag} in a way that is not known here`);
  return { tag, length: isRewritten ? reader.base128() : length, isRewritten };
}
