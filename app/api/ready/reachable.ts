import "server-only";

import { getSeller } from "#lib/ticketing/accounts.ts";
import { searchEvents } from "#lib/ticketing/events.ts";

/** The endpoint is public: within this time it returns the last result without another request to the service. */
const KEPT_MS = 1_000;

let last: { readonly answer: Promise<boolean>; readonly until: number } | undefined;

export function reachable(now = Date.now()): Promise<boolean> {
  if (last === undefined || now >= last.until) last = { answer: check(), until: now + KEPT_MS };
  return last.answer;
}

async function check(): Promise<boolean> {
  try {
    // A service that has no pages is not called by the search: then its account is read.
    (await searchEvents({ page: 1, pageSize: 1 })) ?? (await getSeller());
    return true;
  } catch {
    return false;
  }
}
