import "server-only";

import { TicketingFault } from "./fault.ts";

/**
 * Returns `undefined` where the promise throws TicketingFault, so that a page can show a message instead of the error
 * page.
 */
export async function undefinedOnFault<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (fault) {
    if (fault instanceof TicketingFault) return undefined;
    throw fault;
  }
}
