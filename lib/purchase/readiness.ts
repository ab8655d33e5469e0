import "server-only";

import { setTimeout as pause } from "node:timers/promises";
import { getSystemErrorMap } from "node:util";
import { firstLook } from "#lib/catalogue/first-look.ts";
import { tryToWriteAttempt } from "#lib/purchase/attempt-files.ts";
import { isDraining } from "#lib/runtime/drain.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { getShopAccount } from "#lib/ticketing/accounts.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { searchEvents } from "#lib/ticketing/events.ts";
import { reasonOfRead, whyServiceNotReady } from "#lib/ticketing/readiness.ts";

/**
 * Returns why no sale is possible, none when one is: the ticketing service says that it is ready, where it has such an address, and
 * accepts this storefront's credential, and the disk takes a payment attempt. Before a stop there is a reason too.
 */
export function whyNotReady(): Promise<readonly string[]> {
  return isDraining() ? Promise.resolve(["about to stop"]) : keptFaults();
}

/** Whoever asks within this time after a result gets that: the service is not asked, and nothing is written. */
const KEPT_MS = 1_000;
/** A disk of the network may hang for minutes. */
const WRITE_MS = 3_000;
/** A slow service's catalogue is read on meanwhile. */
const LOOK_MS = 3_000;

/** Process-wide, since the probe asks inside of Next's bundle, and the metrics outside. */
const kept = processWide("readiness", (): { last?: Promise<readonly string[]> } => ({}));

function keptFaults(): Promise<readonly string[]> {
  kept.last ??= findFaults().finally(() => {
    setTimeout(() => {
      delete kept.last;
    }, KEPT_MS).unref();
  });
  return kept.last;
}

async function findFaults(): Promise<readonly string[]> {
  const faults = await Promise.all([faultOfDisk(), faultOfService()]);
  return faults.filter((fault) => fault !== undefined);
}

async function faultOfDisk(): Promise<string | undefined> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve("FOYER_DATA does not answer in time"), WRITE_MS);
  const written = tryToWriteAttempt().then(() => undefined, describeDisk);
  const fault = await Promise.race([written, late.promise]);
  clearTimeout(timer);
  return fault;
}

function describeDisk(fault: unknown): string {
  const code = fault instanceof Error && "code" in fault ? fault.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk of FOYER_DATA is full";
  const [, said = "unknown fault"] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  return `FOYER_DATA cannot be written to: ${said}`;
}

/** What the service says of itself is more than what one read can tell. */
async function faultOfService(): Promise<string | undefined> {
  const [itsOwn, ofRead] = await Promise.all([whyServiceNotReady(), faultOfRead()]);
  return itsOwn === undefined ? ofRead : `the ticketing service cannot sell: ${itsOwn}`;
}

async function faultOfRead(): Promise<string | undefined> {
  try {
    // `searchEvents` does not call a service that has no pages of events: its account is read instead.
    (await searchEvents({ page: 1, pageSize: 1 })) ?? (await getShopAccount());
    return await Promise.race([firstLook(), pause(LOOK_MS, undefined, { ref: false })]);
  } catch (fault) {
    if (fault instanceof TicketingFault) return reasonOfRead(fault);
    throw fault;
  }
}
