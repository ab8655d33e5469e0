import {
  countChallengeTry,
  deleteChallenge,
  insertProof,
  isRememberedDevice,
} from "#src/accounts/store/sign-in-proofs.ts";
import { hashSecret, newSecret } from "#src/accounts/use-cases/user-secrets.ts";
import type { Caller, TooManyFailures } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { countTry } from "#src/platform/store/tries.ts";
import { type CheckedCode, checkCode } from "./check-code.ts";

/** After so many codes a challenge has ended. */
export const CHALLENGE_TRIES_MAX = 5;
const CHALLENGE_SECONDS = 5 * 60;
/** So many challenges a user is given while one lasts, so that whoever knows the password makes no others without end. */
const CHALLENGES_PER_USER = { tries: 30, seconds: CHALLENGE_SECONDS };
const DEVICE_SECONDS = 30 * 24 * 60 * 60;

/** `challenge_ended`: in the meantime. */
export type ProofRefusal =
  | Extract<CheckedCode, { readonly ok: false }>
  | { readonly refusal: "challenge_ended" }
  | { readonly refusal: "second_factor"; readonly challenge: string | undefined };

type Proof = { readonly code?: string | undefined; readonly device?: string | undefined };
type InTurn = (check: () => Promise<Checked>) => Promise<Checked | TooManyFailures>;
type Checked = CheckedCode | { readonly ok: false; readonly refusal: "challenge_ended" };

/**
 * Proves the second factor of a caller who has proved the first, by a code or by a device that is remembered. Without either, one
 * who signed in with the password gets a challenge, which stands for it.
 */
export async function proveSecondFactor(
  runtime: Runtime,
  caller: Caller,
  { code, device }: Proof,
  inTurn: InTurn,
): Promise<Outcome<{ readonly isProvedByCode: boolean }, ProofRefusal>> {
  const { firstFactor } = caller;
  if (firstFactor === undefined) return { ok: true, isProvedByCode: false };
  const isRemembered = device !== undefined && (await isRememberedDevice(runtime.db, caller, hashSecret(device)));
  if (!isRemembered && code === undefined) {
    return firstFactor === "password"
      ? makeChallenge(runtime, caller)
      : { ok: false, refusal: "second_factor", challenge: undefined };
  }
  const proved = isRemembered ? { ok: true as const } : await inTurn(() => tryCode(runtime, caller, code ?? ""));
  if (proved.ok && firstFactor !== "password") await deleteChallenge(runtime.db, firstFactor.challenge);
  return proved.ok ? { ok: true, isProvedByCode: !isRemembered } : proved;
}

async function tryCode(runtime: Runtime, { id, firstFactor }: Caller, code: string): Promise<Checked> {
  const isOpen =
    typeof firstFactor !== "object" ||
    (await countChallengeTry(runtime.db, firstFactor.challenge, CHALLENGE_TRIES_MAX));
  return isOpen ? checkCode(runtime, id, code) : { ok: false, refusal: "challenge_ended" };
}

async function makeChallenge({ db }: Runtime, caller: Caller): Promise<ProofRefusal & { readonly ok: false }> {
  const retryAfterSeconds = await countTry(db, `challenges ${caller.id}`, CHALLENGES_PER_USER);
  if (retryAfterSeconds !== undefined) return { ok: false, refusal: "too_many_failures", retryAfterSeconds };
  const challenge = newSecret("challenge");
  const proof = { kind: "CHALLENGE", secretHash: hashSecret(challenge), lifeSeconds: CHALLENGE_SECONDS } as const;
  await insertProof(db, caller, proof);
  return { ok: false, refusal: "second_factor", challenge };
}

/** Returns the secret with which a device proves the second factor for 30 days. */
export async function rememberDevice({ db }: Runtime, caller: Caller): Promise<string> {
  const device = newSecret("device");
  await insertProof(db, caller, { kind: "DEVICE", secretHash: hashSecret(device), lifeSeconds: DEVICE_SECONDS });
  return device;
}
