import "server-only";

import { ServiceBusy, TicketingFault } from "./fault.ts";

/** The service says that it has no room for the request, or it did not answer properly. */
export type Failure = "service_busy" | "no_answer";

/** Returns the kind of the failure where the promise throws TicketingFault, so that a page can say it. */
export async function failureOnFault<T>(promise: Promise<T>): Promise<T | Failure> {
  try {
    return await promise;
  } catch (fault) {
    if (!(fault instanceof TicketingFault)) throw fault;
    return fault instanceof ServiceBusy || fault.isServiceAtLimit ? "service_busy" : "no_answer";
  }
}
