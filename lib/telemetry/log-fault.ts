import "server-only";

import { formState } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";

/** Logs why a page or an action failed: a fault of the ticketing service as a warning, any other as an error. */
export function logFault(fault: unknown, where: { readonly [name: string]: string } = {}): void {
  const isTicketing = fault instanceof Error && fault.name === "TicketingFault";
  const described = { ...describeFault(fault), ...where };
  if (formState() === "unread" && !isTicketing) log("warn", "A form could not be read.", described);
  else log(isTicketing ? "warn" : "error", "A page or an action failed.", described);
}

/**
 * Removes quoted text from the message, since it may quote the request. `digest` is the reference that React gives to the
 * browser in place of the error.
 */
function describeFault(fault: unknown): { readonly fault: string; readonly digest?: string } {
  if (!(fault instanceof Error)) return { fault: "unknown" };
  const name = `${fault.name}: ${fault.message.replace(/"[^"]*("|$)/g, '"…"')}`;
  return "digest" in fault ? { fault: name, digest: String(fault.digest) } : { fault: name };
}
