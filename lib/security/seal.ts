import "server-only";

import { createHash, hkdfSync, timingSafeEqual } from "node:crypto";
import { decodeProtectedHeader, EncryptJWT, jwtDecrypt } from "jose";
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
  | "bought orders";

/**
 * Purposes whose texts live for months: links, tokens of messages and passes, the list of a device. They use the link keys, and
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
  ] as const),
]);

/** Returns the content encrypted with AES-256-GCM. Without `seconds` it never expires. */
export async function seal(
  purpose: Purpose,
  content: Readonly<Record<string, unknown>>,
  seconds?: number,
): Promise<string> {
  const [newest] = secretsFor(purpose);
  const kid = LINKS.has(purpose) ? { kid: idOf(newest) } : {};
  const token = new EncryptJWT({ ...content }).setProtectedHeader({ alg: "dir", enc: "A256GCM", ...kid });
  if (seconds !== undefined) token.setExpirationTime(`${seconds} seconds`);
  return token.encrypt(derive(newest, purpose));
}

/** Returns the content, or `undefined` when it was changed, has expired, or was sealed for another purpose. */
export async function unseal(purpose: Purpose, text: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const secret of secretsThatMayOpen(purpose, text)) {
    const opened = await jwtDecrypt(text, derive(secret, purpose), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    }).catch(() => undefined);
    if (opened) return opened.payload;
  }
  return undefined;
}

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
