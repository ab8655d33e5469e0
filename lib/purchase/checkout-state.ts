import "server-only";

import { currentVisit } from "#lib/session/visit/visit-cookie.ts";
import { type Standing, standingOf } from "./checkout-state-of.ts";

export type { Standing } from "./checkout-state-of.ts";

/** Asked by every page and action of the checkout, and afresh by each: a cookie may be older than the payment. */
export async function standing(now: Date): Promise<Standing> {
  return standingOf(await currentVisit(), now);
}
