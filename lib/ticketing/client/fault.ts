import "server-only";

/**
 * The service did not answer properly: no response, an unexpected shape, a 5xx. The message has the name of the call
 * and the status, never a path, a header or a body, since an uncaught exception is logged whole.
 */
export class TicketingFault extends Error {
  override readonly name = "TicketingFault";
  /**
   * Whether the service as a whole is at its limit (code `BUSY`), and not this buyer, cart or card. After a 503 it is not
   * known whether it did something.
   */
  readonly isServiceAtLimit: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isServiceAtLimit?: boolean } = {}) {
    super(message, options);
    this.isServiceAtLimit = options.isServiceAtLimit ?? false;
  }
}

/** The request was not sent: the service could not be reached. */
export class NotSent extends TicketingFault {}

/** 429: too many requests, and the service did nothing. Nothing was charged on a payment. */
export class ServiceBusy extends TicketingFault {}

/** 401: the name and password are not, or no longer, valid. */
export class CredentialRefused extends TicketingFault {}
