import "server-only";

import type { Promoter } from "#lib/domain/people/promoter.ts";
import { log } from "#lib/log.ts";
import { secondsOverLimit } from "#lib/state/limits.ts";
import { revoke } from "#lib/state/revocations.ts";
import { forgetSignInTries, takeSignInTry } from "#lib/state/sign-in-delays.ts";
import { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { getPromoter } from "#lib/ticketing/promoters.ts";
import { createUserToken, deleteUserToken } from "#lib/ticketing/user-tokens.ts";
import { PROMOTER_SECONDS, type SignedIn, sealPromoter } from "./promoter-token.ts";

export type SignIn =
  | { readonly result: "signed_in"; readonly promoter: Promoter; readonly session: string }
  | { readonly result: "wrong" }
  /** Too soon after wrong tries of this name, or too many from this network. Nothing was checked. */
  | { readonly result: "wait"; readonly seconds: number };

/** Where the service itself puts a name off, because too many guess at it. */
const BUSY_SECONDS = 30;

/**
 * Every way to sign in leads through here, and every try is counted here, once, by the name that is really checked.
 * Throws TicketingFault when the service does not answer.
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
  // Only where the service has no tokens does the cookie carry the password.
  const owner = token === undefined ? { credential } : { credential: token.credential, tokenId: token.id };
  return { result: "signed_in", promoter, session: await sealPromoter({ promoter, ...owner }) };
}

/** Ends a session here for good, and its token with the service. A service that does not answer keeps nobody signed in. */
export async function endSession({ sessionId, credential, tokenId }: SignedIn): Promise<void> {
  await revoke("promoter session", sessionId);
  if (tokenId === undefined) return;
  await deleteUserToken({ id: tokenId, credential }).catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return;
    if (!(fault instanceof TicketingFault)) throw fault;
    log("warn", "The access token of a session that was signed out could not be deleted. It ends within 12 hours.");
  });
}
