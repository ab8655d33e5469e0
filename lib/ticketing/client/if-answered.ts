import "server-only";

import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";
import { TicketingFault } from "./fault.ts";

/**
 * Returns what the work of a page or an action returns; `undefined` where it throws TicketingFault, which is logged, and which
 * the answer says by its status.
 */
export async function ifAnswered<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof TicketingFault)) throw fault;
    log("warn", "A page or an action failed.", { fault: `${fault.name}: ${fault.message}` });
    setPageStatus(503);
    return undefined;
  }
}
