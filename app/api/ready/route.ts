import "server-only";

import { isDraining } from "#lib/runtime/drain.ts";
import { getSeller } from "#lib/ticketing/accounts.ts";
import { searchEvents } from "#lib/ticketing/events.ts";

export const dynamic = "force-dynamic";

/** Returns 200 when the ticketing service accepts this storefront's credential, and 503 otherwise and before a stop. */
export async function GET() {
  if (isDraining()) return answer("about to stop", 503);
  return (await reachable()) ? answer("ready", 200) : answer("waiting for the ticketing service", 503);
}

function answer(status: string, code: number): Response {
  return Response.json({ status }, { status: code, headers: { "Cache-Control": "no-store" } });
}

/** The endpoint is public: within this time it returns the last result without another request to the service. */
const KEPT_MS = 1_000;

let last: { readonly answer: Promise<boolean>; readonly until: number } | undefined;

function reachable(now = Date.now()): Promise<boolean> {
  if (last === undefined || now >= last.until) last = { answer: check(), until: now + KEPT_MS };
  return last.answer;
}

async function check(): Promise<boolean> {
  try {
    // `searchEvents` does not call a service that has no pages of events: its account is read instead.
    (await searchEvents({ page: 1, pageSize: 1 })) ?? (await getSeller());
    return true;
  } catch {
    return false;
  }
}
