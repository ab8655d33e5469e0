import "server-only";

import { createHash, hkdfSync, timingSafeEqual } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type CompactDecryptResult, CompactEncrypt, compactDecrypt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { env } from "#lib/env.ts";

/** The purpose of a sealed text. A text that was sealed for another purpose does not open. */
type Purpose =
  | "visit"
  | "sale link"
  | "guest link"
  | "wallet pass"
  | "form"
  | "hand-off"
  | "proof of work"
  | "buyer email"
  | "undo"
  | "messages"
  | "found tickets"
  | "waiting list"
  | "waiting room"
  | "network in a line"
  | "bought orders"
  | "paid reference"
  | "sign-in step"
  | "known device";

/**
 * Purposes whose texts live for months: links, tokens of messages and passes, the list of a device, what was paid. They use the link keys, and
 * each text names the key that opens it.
 */
const LINKS: ReadonlySet<Purpose> = new Set([
  ...([
    "sale link",
    "guest link",
    "wallet pass",
    "messages",
    "found tickets",
    "waiting list",
    "bought orders",
    "paid reference",
  ] as const),
]);

type Content = Readonly<Record<string, unknown>>;

/** The header `cty` of content that was compressed before it was encrypted. */
const BROTLI = "br";
const COMPRESSION = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // The lowest that tells the bytes of a letter apart: Chinese becomes a quarter shorter than by 9 or by deflate, in 2 ms.
    [constants.BROTLI_PARAM_QUALITY]: 10,
  },
};
/** More than any sealed content has. */
const CONTENT_BYTES_MAX = 64_000;

/**
 * Returns the content encrypted with AES-256-GCM. Without `seconds` it never expires. What is compressed first has a length that
 * depends on what repeats in it: no text of a stranger may stand there beside a secret while that stranger can have it sealed often.
 * In a visit it cannot: what comes with a link is stored once for each press of the visitor, beside ids that are drawn anew at that
 * press; all else is the visitor's own or the shop's.
 */
export async function seal(
  purpose: Purpose,
  content: Content,
  seconds?: number,
  isCompressed = false,
): Promise<string> {
  const [newest] = secretsFor(purpose);
  const kid = LINKS.has(purpose) ? { kid: idOf(newest) } : {};
  const exp = seconds === undefined ? {} : { exp: nowInSeconds() + seconds };
  const cty = isCompressed ? { cty: BROTLI } : {};
  const text = Buffer.from(JSON.stringify({ ...content, ...exp }));
  return new CompactEncrypt(isCompressed ? brotliCompressSync(text, COMPRESSION) : text)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", ...cty, ...kid })
    .encrypt(derive(newest, purpose));
}

/** Returns the content, or `undefined` when it was changed, has expired, or was sealed for another purpose. */
export async function unseal(purpose: Purpose, text: string): Promise<Content | undefined> {
  for (const secret of secretsThatMayOpen(purpose, text)) {
    const content = await compactDecrypt(text, derive(secret, purpose), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    })
      .then(contentOf)
      .catch(() => undefined);
    if (content) return content;
  }
  return undefined;
}

/** Returns what was sealed, unless it has expired. Throws RangeError where it is longer than CONTENT_BYTES_MAX. */
function contentOf({ plaintext, protectedHeader }: CompactDecryptResult): Content | undefined {
  const isCompressed = protectedHeader.cty === BROTLI;
  const limit = { maxOutputLength: CONTENT_BYTES_MAX };
  const text = isCompressed ? brotliDecompressSync(plaintext, limit) : Buffer.from(plaintext);
  const content: Content & { readonly exp?: number } = JSON.parse(text.toString());
  return content.exp !== undefined && content.exp <= nowInSeconds() ? undefined : content;
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** Returns the keys of a purpose, the newest first. Each purpose has its own. */
export function keysFor(purpose: Purpose): readonly [Uint8Array, ...Uint8Array[]] {
  const [newest, ...older] = secretsFor(purpose);
  return [derive(newest, purpose), ...older.map((secret) => derive(secret, purpose))];
}

/** Compares two texts in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function secretsFor(purpose: Purpose): readonly [string, ...string[]] {
  return LINKS.has(purpose) ? env().LINK_KEYS : env().COOKIE_KEYS;
}

function secretsThatMayOpen(purpose: Purpose, text: string): readonly string[] {
  const secrets = secretsFor(purpose);
  if (!LINKS.has(purpose)) return secrets;
  const named = keyIdIn(text);
  return secrets.filter((secret) => idOf(secret) === named);
}

function keyIdIn(text: string): string | undefined {
  try {
    return decodeProtectedHeader(text).kid;
  } catch {
    return undefined;
  }
}

/** Returns the id of a key, from which the key cannot be derived. */
function idOf(secret: string): string {
  return createHash("sha256").update(`foyer key id ${secret}`).digest("base64url").slice(0, 8);
}

const derived = new Map<string, Uint8Array>();

/** Derives the key of a purpose once: a page opens several sealed texts. */
function derive(secret: string, purpose: Purpose): Uint8Array {
  const name = `${purpose} ${secret}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = new Uint8Array(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", `foyer ${purpose}`, 32));
  derived.set(name, key);
  return key;
}

const sealed = z.object({ madeAt: z.int() });

/**
 * Returns the token with which the service asks for a message to be rendered. It reveals nothing about a buyer, and is valid as
 * long as its key is configured: a date may move a year after the purchase.
 */
export function sealMessageToken(nowMs = Date.now()): Promise<string> {
  return seal("messages", { madeAt: nowMs });
}

/** Returns whether `sealMessageToken` made this token. */
export async function isMessageToken(token: string): Promise<boolean> {
  return sealed.safeParse(await unseal("messages", token)).success;
}
