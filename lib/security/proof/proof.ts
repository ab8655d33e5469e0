import "server-only";

import { pbkdf2, randomBytes, randomInt, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { CANDIDATES_PER_UNIT, type Challenge, HASH_BYTES, HASH_ITERATIONS } from "#lib/security/proof/proof-of-work.ts";
import { consumeOnce } from "#lib/security/records/once.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { count } from "#lib/telemetry/metrics.ts";

/** Long enough for a slow phone, short enough that proofs cannot be collected in advance. */
const CHALLENGE_SECONDS = 2 * 60;

const hash = promisify(pbkdf2);
const content = z.object({ id: z.string(), purpose: z.string(), units: z.int(), number: z.int() });
const proof = /^(\d{1,6})\.([\w.-]{1,2000})$/;

type Work = { readonly units?: number; readonly seconds?: number };

/** Returns a new challenge of so many units for one purpose, such as `reserve 12`. Nothing is stored until it is used. */
export async function newChallenge(
  purpose: string,
  { units = 1, seconds = CHALLENGE_SECONDS }: Work = {},
): Promise<Challenge> {
  const candidates = units * CANDIDATES_PER_UNIT;
  const number = randomInt(candidates);
  const salt = randomBytes(12).toString("base64url");
  const [token, target] = await Promise.all([
    seal("proof of work", { id: randomUUID(), purpose, units, number }, seconds),
    hash(salt, String(number), HASH_ITERATIONS, HASH_BYTES, "sha256"),
  ]);
  return { token, candidates, salt, target: target.toString("hex") };
}

/**
 * Returns whether the proof is valid for this purpose, of so many units at least, and in time. The check uses the proof up. One
 * form may carry the proof of another step of it, which is checked there.
 */
export async function isProven(purpose: string, text: unknown, units = 1): Promise<boolean> {
  const [, number, token = ""] = (typeof text === "string" && proof.exec(text)) || [];
  const { data } = content.safeParse(await unseal("proof of work", token));
  if (data !== undefined && data.purpose !== purpose) return false;
  const isRight =
    data !== undefined &&
    data.units >= units &&
    data.number === Number(number) &&
    (await consumeOnce("proof", data.id)) !== undefined;
  if (!isRight && text) count("foyer_storefront_proofs_refused_total", {});
  return isRight;
}
