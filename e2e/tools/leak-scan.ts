import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { extractParts } from "#e2e/tools/extract-parts.ts";

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

/** A secret that must not be found. `isIn` searches plain bytes; the caller decompresses them. */
export type Needle = { readonly name: string; readonly isIn: (bytes: Buffer) => boolean };

type Credential = { readonly user: string; readonly password: string };

/** Returns needles for the password, the user name and the pair of a credential, in every encoding that programs use. */
export function needlesOf({ user, password }: Credential): readonly Needle[] {
  const secrets = { password, pair: `${user}:${password}`, ...(user.length >= LENGTH_MIN ? { user } : {}) };
  return Object.entries(secrets).flatMap(([name, secret]) => needlesIn(name, secret));
}

/** A shorter user name, such as "shop", occurs in ordinary text. */
const LENGTH_MIN = 8;

function needlesIn(name: string, secret: string): readonly Needle[] {
  return encodingsOf(name, secret).map(({ name, bytes }) => ({ name, isIn: (hay) => hay.includes(bytes) }));
}

/** A secret as a program may write it. */
type Encoded = { readonly name: string; readonly bytes: Buffer };

/** Returns a secret in every encoding that programs use: plain, escaped, reversed, hex, base64 at each offset, UTF-16. */
export function encodingsOf(name: string, secret: string): readonly Encoded[] {
  const bytes = Buffer.from(secret, "utf8");
  const encodings: readonly (readonly [encoding: string, text: string])[] = [
    ["plain", secret],
    ["reversed", [...secret].reverse().join("")],
    ["hex", bytes.toString("hex")],
    ["HEX", bytes.toString("hex").toUpperCase()],
    ["percent-encoded", encodeURIComponent(secret)],
    ["fully percent-encoded", bytes.toString("hex").replace(/../g, "%$&").toUpperCase()],
    ["JSON-escaped", JSON.stringify(secret).slice(1, -1)],
    ["twice JSON-escaped", JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ["HTML-escaped", secret.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)],
    ["unicode-escaped", secret.replace(/./gs, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)],
    ...[0, 1, 2].map((shift) => [`base64 at ${shift}`, base64At(bytes, shift)] as const),
    ...[0, 1, 2].map((shift) => [`base64url at ${shift}`, toUrlSafe(base64At(bytes, shift))] as const),
  ];
  // When two encodings give the same text, the name of the first is kept.
  const names = new Map(encodings.toReversed().map(([encoding, text]) => [text, `${name}, ${encoding}`]));
  const wide = Buffer.from(secret, "utf16le");
  return [
    ...[...names].map(([text, name]) => ({ name, bytes: Buffer.from(text, "utf8") })),
    { name: `${name}, UTF-16`, bytes: wide },
    { name: `${name}, UTF-16 big-endian`, bytes: Buffer.from(wide).swap16() },
  ];
}

/** Returns the base64 characters of a secret at this offset, without those that depend on neighbouring bytes. */
function base64At(secret: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), secret])
    .toString("base64")
    .replace(/=+$/, "");
  const start = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + secret.length) * 8) / 6);
  return text.slice(start, end);
}

function toUrlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

/** Numbers that no issuer assigns. The browser tests type them, so their traces contain them. */
const TEST_CARD = /^4111111111111\d{3}$/;

/** Digits in one run, in groups of four, or of 4, 6 and 5, with an issuer's prefix, that are not part of a longer number, a decimal or a hash. */
const CARD =
  /(?<![\da-f._-])(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d)(?<space>[ +-]|%20|)\d{4}\k<space>\d{4}\k<space>\d{4}(?![\da-f._-])|(?<![\da-f._-])3[47]\d\d(?<gap>[ +-]|%20|)\d{6}\k<gap>\d{5}(?![\da-f._-])/gi;

/** Returns a needle for every card number, real or for tests, but these. */
export function cardNeedle(shown: readonly string[] = []): Needle {
  const known = new Set(shown.map(digitsOf));
  return { name: "a card number", isIn: (bytes) => cardsIn(bytes).some((digits) => !known.has(digits)) };
}

/** Finds a card number that is not on the test list. */
export const REAL_CARD: Needle = {
  name: "a card number off the test list",
  isIn: (bytes) => cardsIn(bytes).some((digits) => !TEST_CARD.test(digits)),
};

/** Finds the three or four digits of a security code after a name such as "cvv". */
export const SECURITY_CODE: Needle = {
  name: "a security code",
  isIn: (bytes) => /\bcv[vc]2?\b\W{1,8}\d{3,4}\b/i.test(bytes.toString("latin1")),
};

function cardsIn(bytes: Buffer): readonly string[] {
  const numbers = bytes.toString("latin1").match(CARD) ?? [];
  return numbers.map(digitsOf).filter(hasCheckDigit);
}

const digitsOf = (text: string) => text.replace(/%20|\D/g, "");

/** Returns whether the digits pass the Luhn check. */
function hasCheckDigit(digits: string): boolean {
  const doubled = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 2));
  return doubled.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0;
}

/** The names that the browser tests type, each as a word. */
const NAMES = ["Lovelace", "Jonson", "Quality"];

const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["an email address", /[\w.+-]+(@|%40)[\w-]+\.[a-z]{2,}/i],
  ["a name of a buyer", new RegExp(`\\b(${NAMES.join("|")})\\b`)],
  // A key has ten capitals and digits; a word or a number of that length is none.
  ["a key of a sale or a cart", /\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{10}\b/],
  ["the code of a voucher", /\b[A-Z0-9]{4}(-[A-Z0-9]{4}){3}\b/],
  [
    "the link of an order, a waiting list or a partner",
    /\/(sales|waiting-list|find-tickets|guest|partner)\/[\w-]{20,}/,
  ],
  ["a credential", /\b(Basic|Bearer)\s+[\w+/=-]{8,}/],
];

/** Needles for what only a buyer, the shop or the organiser may know. */
export const PERSONAL: readonly Needle[] = PATTERNS.map(([name, pattern]) => ({
  name,
  isIn: (bytes) => pattern.test(bytes.toString("utf8")),
}));
