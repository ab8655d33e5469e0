import "server-only";

/**
 * The machinery broke: no answer, an odd shape, a 5xx. It names the call and the status, never a path, a header or a
 * body, since an uncaught exception is logged whole.
 */
export class TicketingFault extends Error {
  override readonly name = "TicketingFault";
}

/** The service was not reached at all: whatever was to be sent has not left. */
export class NothingLeft extends TicketingFault {}

/** 429: the service did nothing, because too much was tried. On a payment nothing was charged. */
export class ServiceBusy extends TicketingFault {}

/** The name and password are not, or no longer, those of a user. */
export class CredentialRefused extends TicketingFault {}
