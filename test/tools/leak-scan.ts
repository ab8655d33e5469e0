import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import type { Needle } from "#test/tools/needles.ts";

export type Leak = { readonly where: string; readonly needle: string };

const UNPACKERS = [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync, zstdDecompressSync];

/** Packed twice is a test's idea of thorough; more often nobody packs. */
const DEPTH_MAX = 3;
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;

/** Every needle in these bytes, and in whatever they are when they are unpacked. */
export function leaksIn(where: string, bytes: Buffer, needles: readonly Needle[], depth = 0): readonly Leak[] {
  const found = needles.flatMap((needle) => (bytes.includes(needle.bytes) ? [{ where, needle: needle.name }] : []));
  if (depth === DEPTH_MAX) return found;
  const inside = UNPACKERS.flatMap((unpack) => unpacked(unpack, bytes) ?? []);
  return [...found, ...inside.flatMap((plain) => leaksIn(`${where} (unpacked)`, plain, needles, depth + 1))];
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

/** Headers and body of one message, names and values alike. */
export function leaksInMessage(
  where: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: Buffer,
  needles: readonly Needle[],
): readonly Leak[] {
  const lines = Object.entries(headers).flatMap(([name, value]) => [name, ...[value ?? ""].flat()]);
  return [
    ...leaksIn(`${where}, headers`, Buffer.from(lines.join("\n")), needles),
    ...leaksIn(`${where}, body`, body, needles),
  ];
}

/** Every file below a folder: what was built, packed, traced or printed. */
export async function leaksBelow(folder: string, needles: readonly Needle[]): Promise<readonly Leak[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: Leak[] = [];
  for (const entry of entries.filter((entry) => entry.isFile())) {
    const file = join(entry.parentPath, entry.name);
    found.push(...leaksIn(relative(folder, file), await readFile(file), needles));
  }
  return found;
}
