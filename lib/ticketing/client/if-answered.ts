import "server-only";

import { log } from "#lib/log.ts";
import { TicketingFault } from "./fault.ts";

/**
 * Returns what the work of a page or an action returns; `undefined` where it throws TicketingFault, which is logged.
 */
export async function ifAnswered<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof TicketingFault)) throw fault;
    log("warn", "A page or an action failed.", { fault: `${fault.name}: ${fault.message}` });
    return undefined;
  }
}
