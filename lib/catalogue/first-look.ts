import "server-only";

import { setTimeout as pause } from "node:timers/promises";
import { findEvents } from "#lib/catalogue/find.ts";
import { atMost } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";
import { TicketingFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { readsOfPage } from "#lib/ticketing/one-by-one/kept-reads.ts";
import { reasonOfRead } from "#lib/ticketing/readiness.ts";

/** As many as the first page of the list shows. */
const EVENTS = 25;
/** What a service can take from one client at a time. */
const AT_ONCE = 8;
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;

// A fault of another bundle of Next would be of another class, so the reason is kept in words.
const state = processWide("first look at the catalogue", (): { look?: Promise<string | undefined> } => ({}));

/**
 * Reads the events of the first page once in this process, with what they sell: what of them cannot be read is known then, before
 * a visitor comes. Returns why the list cannot be read, and the next call tries again; an event that fails alone is no reason.
 */
export function firstLook(): Promise<string | undefined> {
  state.look ??= look();
  return state.look;
}

async function look(): Promise<string | undefined> {
  try {
    const { events } = await findEvents({ page: 1, pageSize: EVENTS });
    const inTurn = atMost(AT_ONCE);
    const reads = readsOfPage();
    const readings = events.flatMap(({ id }) => [() => getEvent(id), () => getOffering(id, { reads })]);
    await Promise.all(readings.map((read) => inTurn(() => undefinedOnFault<unknown>(read()))));
    return undefined;
  } catch (fault) {
    delete state.look;
    if (fault instanceof TicketingFault) return reasonOfRead(fault);
    log("error", "The first look at the catalogue failed.", { fault: String(fault) });
    return "the catalogue cannot be read";
  }
}

/** Takes the first look as soon as the service answers, and logs why it fails, each reason once. */
export async function lookAtStart(): Promise<void> {
  let said: string | undefined;
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    const reason = await firstLook();
    if (reason === undefined) return;
    if (reason !== said) log("warn", "The catalogue of the ticketing service cannot be read.", { reason });
    said = reason;
    await pause(pauseMs, undefined, { ref: false });
  }
}
