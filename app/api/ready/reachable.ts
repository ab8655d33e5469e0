import "server-only";

import { searchEvents } from "#lib/ticketing/events.ts";

/** Anybody may ask for readiness: within this time they are told the last answer, and the service is not asked again. */
const KEPT_MS = 1_000;

let last: { readonly answer: Promise<boolean>; readonly until: number } | undefined;

export function reachable(now = Date.now()): Promise<boolean> {
  if (last === undefined || now >= last.until) last = { answer: ask(), until: now + KEPT_MS };
  return last.answer;
}

async function ask(): Promise<boolean> {
  try {
    await searchEvents({ page: 1, pageSize: 1 });
    return true;
  } catch {
    return false;
  }
}
