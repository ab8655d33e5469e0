import "server-only";

import { TicketingFault } from "./fault.ts";

/** The machinery broke: it is said in words, where a thrown fault would take the page away. */
export async function undefinedOnFault<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (fault) {
    if (fault instanceof TicketingFault) return undefined;
    throw fault;
  }
}
