import "server-only";

import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { env } from "#lib/env.ts";

/** What a sealed text is for. One made for another purpose does not open. */
export type Purpose = "visit" | "sale link" | "guest link" | "form" | "hand-off";

/** AES-256-GCM: nobody reads it, and nobody changes a bit of it unnoticed. Without `seconds` it opens for good. */
export async function seal(
  purpose: Purpose,
  content: Readonly<Record<string, unknown>>,
  seconds?: number,
): Promise<string> {
  const token = new EncryptJWT({ ...content }).setProtectedHeader({ alg: "dir", enc: "A256GCM" });
  if (seconds !== undefined) token.setExpirationTime(`${seconds} seconds`);
  const [newest] = keysFor(purpose);
  return token.encrypt(newest);
}

/** `undefined` when it was tampered with, has ended, or was sealed for something else. */
export async function unseal(purpose: Purpose, text: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const key of keysFor(purpose)) {
    const opened = await jwtDecrypt(text, key, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    }).catch(() => undefined);
    if (opened) return opened.payload;
  }
  return undefined;
}

/** A key of its own for each purpose, the newest first. */
export function keysFor(purpose: Purpose): readonly [Uint8Array, ...Uint8Array[]] {
  const [newest, ...older] = env().COOKIE_KEYS;
  return [derive(newest, purpose), ...older.map((key) => derive(key, purpose))];
}

function derive(key: string, purpose: Purpose): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", Buffer.from(key, "base64url"), "", `foyer ${purpose}`, 32));
}
