import "server-only";

import { createHash, hkdfSync } from "node:crypto";
import { decodeProtectedHeader, EncryptJWT, jwtDecrypt } from "jose";
import { env } from "#lib/env.ts";

/** What a sealed text is for. One made for another purpose does not open. */
export type Purpose =
  | "visit"
  | "sale link"
  | "guest link"
  | "form"
  | "hand-off"
  | "proof of work"
  | "buyer email"
  | "undo";

/** These live for months, in mails and bookmarks: they have keys of their own, and name the one that opens them. */
const LINKS: ReadonlySet<Purpose> = new Set(["sale link", "guest link"]);

/** AES-256-GCM: nobody reads it, and nobody changes a bit of it unnoticed. Without `seconds` it opens for good. */
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

/** `undefined` when it was tampered with, has ended, or was sealed for something else. */
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

/** A key of its own for each purpose, the newest first. */
export function keysFor(purpose: Purpose): readonly [Uint8Array, ...Uint8Array[]] {
  const [newest, ...older] = secretsFor(purpose);
  return [derive(newest, purpose), ...older.map((secret) => derive(secret, purpose))];
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

/** Names a key and tells nothing about it. */
function idOf(secret: string): string {
  return createHash("sha256").update(`foyer key id ${secret}`).digest("base64url").slice(0, 8);
}

function derive(secret: string, purpose: Purpose): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", `foyer ${purpose}`, 32));
}
