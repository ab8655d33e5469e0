import "server-only";

import { currentVisit } from "#lib/session/cart-cookie.ts";
import { type Standing, standingOf } from "#lib/session/standing-of.ts";

export type { Standing } from "#lib/session/standing-of.ts";

/** Asked by every page and action of the checkout, and afresh by each: a cookie may be older than the payment. */
export async function standing(now: Date): Promise<Standing> {
  return standingOf(await currentVisit(), now);
}
