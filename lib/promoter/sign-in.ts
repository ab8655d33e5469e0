import "server-only";

import { secondsOverLimit } from "#lib/security/limits.ts";
import { forgetSignInTries, takeSignInTry } from "#lib/security/sign-in-delays.ts";
import { revoke } from "#lib/session/revocations.ts";
import { log } from "#lib/telemetry/log.ts";
import { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Promoter } from "#lib/ticketing/model/promoter.ts";
import { getPromoter } from "#lib/ticketing/promoters.ts";
import { createUserToken, deleteUserToken } from "#lib/ticketing/user-tokens.ts";
import { PROMOTER_SECONDS, type SignedIn, sealPromoter } from "./promoter-token.ts";

export type SignIn =
  | { readonly result: "signed_in"; readonly promoter: Promoter; readonly session: string }
  | { readonly result: "wrong" }
  /**
   * Too soon after wrong passwords for this name, or too many tries from this network. The password was not checked.
   */
  | { readonly result: "wait"; readonly seconds: number };

/** The wait where the service limits the tries for a name. */
const BUSY_SECONDS = 30;

/**
 * Signs a promoter in. Every sign-in calls it, so that each try is counted once, by the name that is checked. Throws
 * TicketingFault when the service does not answer.
 */
export async function signIn(
  user: string,
  password: string,
  network: string | undefined,
  nowMs: number,
): Promise<SignIn> {
  const seconds = (await secondsOverLimit("signInPerNetwork", network)) || takeSignInTry(user, network, nowMs);
  if (seconds > 0) return { result: "wait", seconds };
  const credential = new Credential(user, password);
  const promoter = await getPromoter(credential).catch((fault: unknown) => {
    if (fault instanceof ServiceBusy) return "busy" as const;
    throw fault;
  });
  if (promoter === "busy") return { result: "wait", seconds: BUSY_SECONDS };
  if (promoter === undefined) return { result: "wrong" };
  forgetSignInTries(user, network);
  const token = await createUserToken(credential, new Date(nowMs + PROMOTER_SECONDS * 1000));
  // The cookie carries the password only where the service has no access tokens.
  const owner = token === undefined ? { credential } : { credential: token.credential, tokenId: token.id };
  return { result: "signed_in", promoter, session: await sealPromoter({ promoter, ...owner }) };
}

/**
 * Revokes a session, and deletes its access token at the service. A service that does not answer does not keep the
 * session open.
 */
export async function endSession({ sessionId, credential, tokenId }: SignedIn): Promise<void> {
  await revoke("promoter session", sessionId);
  if (tokenId === undefined) return;
  await deleteUserToken({ id: tokenId, credential }).catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return;
    if (!(fault instanceof TicketingFault)) throw fault;
    log("warn", "The access token of a session that was signed out could not be deleted. It ends within 12 hours.");
  });
}
