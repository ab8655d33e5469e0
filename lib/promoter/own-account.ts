import "server-only";

import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import type { OwnChange } from "#lib/ticketing/manage/own-account.ts";
import { forgetSignInTries, takeSignInTry } from "./sign-in.ts";

/** `wait`: too soon after wrong passwords or codes of this user; nothing was checked. */
export type Tried<T> = OwnChange<T> | { readonly result: "wait"; readonly seconds: number };

/** The wait where the service limits the tries. */
const BUSY_SECONDS = 30;

/**
 * Makes a change that checks a password or a code of who is signed in. It counts as a try to sign in, so that a session that was left
 * open is no way around the limits of the sign-in. `withPassword` makes their credential with a password.
 */
export async function asSignInTry<T>(
  credential: PromoterCredential,
  change: (withPassword: (password: string) => PromoterCredential) => Promise<OwnChange<T>>,
): Promise<Tried<T>> {
  const { user } = credential.reveal();
  const network = await visitorNetwork();
  const seconds = takeSignInTry(user, network, Date.now());
  if (seconds > 0) return { result: "wait", seconds };
  const answer = await change((password) => new PromoterCredential(user, password, network));
  if (answer.result === "changed") forgetSignInTries(user, network);
  else if (answer.refusal === "too_many") return { result: "wait", seconds: BUSY_SECONDS };
  return answer;
}
