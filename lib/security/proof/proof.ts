import "server-only";

import { pbkdf2, randomBytes, randomInt, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { withinLimit } from "#lib/security/limits.ts";
import { CANDIDATES, type Challenge, HASH_BYTES, HASH_ITERATIONS } from "#lib/security/proof/proof-of-work.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { count } from "#lib/telemetry/metrics.ts";

/** Long enough for a slow phone, short enough that proofs cannot be collected in advance. */
const CHALLENGE_SECONDS = 2 * 60;

const hash = promisify(pbkdf2);
const content = z.object({ id: z.string(), purpose: z.string(), number: z.int() });
const proof = /^(\d{1,6})\.([\w.-]{1,2000})$/;

/** Returns a new challenge for one purpose, such as `reserve 12`. Nothing is stored until it is used. */
export async function newChallenge(purpose: string, seconds = CHALLENGE_SECONDS): Promise<Challenge> {
  const number = randomInt(CANDIDATES);
  const salt = randomBytes(12).toString("base64url");
  const [token, target] = await Promise.all([
    seal("proof of work", { id: randomUUID(), purpose, number }, seconds),
    hash(salt, String(number), HASH_ITERATIONS, HASH_BYTES, "sha256"),
  ]);
  return { token, salt, target: target.toString("hex") };
}

/** Returns whether the proof is valid for this purpose and in time. The check uses the proof up. */
export async function isProven(purpose: string, text: unknown): Promise<boolean> {
  const isRight = await isRightOnce(purpose, text);
  if (!isRight && text) count("foyer_storefront_proofs_refused_total", {});
  return isRight;
}

async function isRightOnce(purpose: string, text: unknown): Promise<boolean> {
  const [, number, token = ""] = (typeof text === "string" && proof.exec(text)) || [];
  if (number === undefined) return false;
  const { data } = content.safeParse(await unseal("proof of work", token));
  if (data === undefined || data.purpose !== purpose || data.number !== Number(number)) return false;
  return withinLimit("proofPerChallenge", data.id);
}
