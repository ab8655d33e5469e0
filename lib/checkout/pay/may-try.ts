import "server-only";

import { isSurgeOfDeclines } from "#lib/checkout/declines.ts";
import { env } from "#lib/env.ts";
import { takeBackTries, withinLimit } from "#lib/security/limits.ts";
import { isProven, newChallenge } from "#lib/security/proof/proof.ts";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";

/** `proofRequired`: during a surge of declines each try needs a proof of work. */
type MayTry = "yes" | "too_many_tries" | { readonly proofRequired: Challenge };

/** Returns whether this card may be tried for this cart. Test cards always may, except in production. */
export async function checkCardTry(
  cartId: string,
  number: string,
  { network, proof }: { readonly network: string | undefined; readonly proof: unknown },
): Promise<MayTry> {
  if (isTestCard(number)) return "yes";
  const purpose = `pay ${cartId}`;
  // Checked before the limits: a form that was sent without its proof is sent again with it, and must count once.
  if (isSurgeOfDeclines() && !(await isProven(purpose, proof))) return { proofRequired: await newChallenge(purpose) };
  const isFew = (await withinLimit("payPerCart", cartId)) && (await withinLimit("payPerNetwork", network));
  return isFew ? "yes" : "too_many_tries";
}

/** Takes back a try that was not sent, or that the service was too busy for: the page asks the buyer to try again. */
export async function returnTry(cartId: string, number: string, network: string | undefined): Promise<void> {
  if (!isTestCard(number)) await takeBackTries({ payPerCart: cartId, payPerNetwork: network });
}

/** The cards of TEST_CARDS, which the test banner names, and in a sandbox all that its processor knows. */
export function isTestCard(number: string): boolean {
  const { FOYER_ENVIRONMENT, TEST_CARDS } = env();
  if (FOYER_ENVIRONMENT === "production") return false;
  if (TEST_CARDS.some((card) => card.replaceAll(/\D/g, "") === number)) return true;
  return FOYER_ENVIRONMENT === "sandbox" && isSandboxCard(number);
}

/** How the sandbox processor's own cards begin. None of them is a real card, so trying them is not carding. */
const SANDBOX_CARD = /^411111111111(?:1[1-6])\d\d$/;

function isSandboxCard(digits: string): boolean {
  return SANDBOX_CARD.test(digits);
}
