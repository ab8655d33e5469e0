import { findSecondFactor, takeBackupCode, takeStep } from "#src/accounts/store/second-factors.ts";
import type { TooManyFailures } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type Db, readClock } from "#src/platform/store/db.ts";
import { countTry, takeBackTry } from "#src/platform/store/tries.ts";
import { hashBackupCode, stepOfCode } from "./codes.ts";

/** Why a code is refused: it is none of the user's, or was used before. */
type CodeRefusal = { readonly refusal: "code_wrong" | "code_used" };

export type CheckedCode = Outcome<object, CodeRefusal> | TooManyFailures;

/** Uses up a code of the app, or a backup code. Wrong ones are limited for each user, from whatever network they come. */
export async function checkCode({ db, limits }: Runtime, userId: number, code: string): Promise<CheckedCode> {
  const name = `second factor ${userId}`;
  // Counted before the check, so that guesses at the same moment count too.
  const retryAfterSeconds = await countTry(db, name, limits.codeTriesPerUser);
  if (retryAfterSeconds !== undefined) return { ok: false, refusal: "too_many_failures", retryAfterSeconds };
  const taken = await takeCode(db, userId, code);
  if (taken.ok) await takeBackTry(db, name);
  return taken;
}

async function takeCode(db: Db, userId: number, code: string): Promise<Outcome<object, CodeRefusal>> {
  const factor = await findSecondFactor(db, userId);
  if (factor === undefined) return { ok: false, refusal: "code_wrong" };
  const step = stepOfCode(factor.secret, code, await readClock(db));
  if (step !== undefined) {
    return (await takeStep(db, userId, step)) ? { ok: true } : { ok: false, refusal: "code_used" };
  }
  const taken = await takeBackupCode(db, userId, hashBackupCode(userId, code));
  if (taken === "taken") return { ok: true };
  return { ok: false, refusal: taken === "used" ? "code_used" : "code_wrong" };
}
