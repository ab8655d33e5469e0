import "server-only";

import { headers } from "next/headers";
import { isRefused } from "./refuse-foreign-origin.ts";

class ForeignOriginRefused extends Error {
  override readonly name = "ForeignOriginRefused";
}

/** Throws when an action was not called from a form of our own pages. Every action calls it first. */
export async function assertSameOrigin(): Promise<void> {
  if (isRefused(await headers(), "An action"))
    throw new ForeignOriginRefused("The request did not come from one of our own forms.");
}
