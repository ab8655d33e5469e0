import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { extractParts } from "#test/tools/extract-parts.ts";
import type { Needle } from "#test/tools/needles.ts";

export type Leak = { readonly where: string; readonly needle: string };

const UNPACKERS = [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync, zstdDecompressSync];

/** A report contains an archive, which contains a page, which contains a compressed text. */
const DEPTH_MAX = 3;
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;

/** Returns every needle in these bytes, in their decompressed form, and in the files and streams inside them. */
export function leaksIn(where: string, bytes: Buffer, needles: readonly Needle[], depth = 0): readonly Leak[] {
  const found = needles.flatMap((needle) => (needle.isIn(bytes) ? [{ where, needle: needle.name }] : []));
  if (depth === DEPTH_MAX) return found;
  const inside = [
    ...UNPACKERS.flatMap((unpack) => unpacked(unpack, bytes) ?? []).map((plain) => [" (unpacked)", plain] as const),
    ...extractParts(bytes, UNPACKED_BYTES_MAX).map((part) => [` › ${part.name}`, part.bytes] as const),
  ];
  return [...found, ...inside.flatMap(([name, plain]) => leaksIn(`${where}${name}`, plain, needles, depth + 1))];
}

function unpacked(unpack: (typeof UNPACKERS)[number], bytes: Buffer): Buffer | undefined {
  if (bytes.length === 0) return undefined;
  try {
    const plain = unpack(bytes, { maxOutputLength: UNPACKED_BYTES_MAX });
    return plain.length > 0 ? plain : undefined;
  } catch {
    return undefined;
  }
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Searches the headers of one message, names and values alike. */
export function leaksInHeaders(where: string, headers: Headers, needles: readonly Needle[]): readonly Leak[] {
  const lines = Object.entries(headers).flatMap(([name, value]) => [name, ...[value ?? ""].flat()]);
  return leaksIn(`${where}, headers`, Buffer.from(lines.join("\n")), needles);
}

/** Searches the body of one message. */
export function leaksInBody(where: string, body: Buffer, needles: readonly Needle[]): readonly Leak[] {
  return leaksIn(`${where}, body`, body, needles);
}

/** Searches the headers and the body of one message. */
export function leaksInMessage(
  where: string,
  headers: Headers,
  body: Buffer,
  needles: readonly Needle[],
): readonly Leak[] {
  return [...leaksInHeaders(where, headers, needles), ...leaksInBody(where, body, needles)];
}

/** Searches every file below a folder. */
export async function leaksBelow(folder: string, needles: readonly Needle[]): Promise<readonly Leak[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: Leak[] = [];
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name);
    found.push(...leaksIn(relative(folder, file), await readFile(file), needles));
  }
  return found;
}

/** Throws when there are leaks, with a line for each place and needle. */
export function assertNoLeaks(leaks: readonly Leak[]): void {
  const lines = new Set(leaks.map(({ where, needle }) => `${where}: ${needle}`));
  assert.equal(lines.size, 0, `\n${[...lines].join("\n")}`);
}
