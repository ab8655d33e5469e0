import "server-only";

import { recentAnswers } from "#lib/runtime/concurrency.ts";
import { causeInWords } from "#lib/telemetry/cause.ts";
import { RETRY_AFTER_SECONDS, setPageStatus } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";
import { SETTINGS_REFUSED } from "#lib/ticketing/client/credential.ts";

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

/** The service answered in a shape that cannot be read: asking again gives the same. */
export class UnreadableAnswer extends TicketingFault {}

/** The cause of a fault whose answer was late. */
export const TIME_OUT = "time-out";

/** The request was not sent: the service could not be reached. */
export class NotSent extends TicketingFault {}

/** 429: too many requests, and the service did nothing. Nothing was charged on a payment. */
export class ServiceBusy extends TicketingFault {
  /** In how many seconds to try again. */
  readonly seconds: number;

  /** `retryAfter` is the header of the answer: a count of seconds, or a moment, for which half a minute stands. */
  constructor(
    message: string,
    options: { readonly isServiceAtLimit?: boolean; readonly retryAfter?: string | undefined } = {},
  ) {
    super(message, options);
    this.seconds = /^\d+$/.test(options.retryAfter ?? "") ? Math.max(1, Number(options.retryAfter)) : 30;
  }
}

/** 401: the name and password are not, or no longer, valid. */
export class CredentialRefused extends TicketingFault {
  /** Whether they are valid, and the person must also enter a code. */
  readonly asksForCode: boolean;

  constructor(message: string, asksForCode = false) {
    super(message);
    this.asksForCode = asksForCode;
  }
}

/** 403: this promoter may not make the call, or may no longer. */
export class NotPermitted extends TicketingFault {}

/** Returns `undefined` for NotPermitted, and throws any other fault. */
export function undefinedIfNotPermitted(fault: unknown): undefined {
  if (!(fault instanceof NotPermitted)) throw fault;
}

const NOT_TRUSTED = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;

/** Returns why a call had no good answer in words for an operator, with the settings to correct. They contain no value of a setting. */
export function reasonOf(fault: TicketingFault): string {
  const { cause, message } = fault;
  // Without a cause it was not sent because an earlier one was refused.
  if (fault instanceof CredentialRefused || (fault instanceof NotSent && cause === undefined)) return SETTINGS_REFUSED;
  const words = `${causeInWords(String(cause))} (${cause})`;
  if (fault instanceof NotSent && NOT_TRUSTED.test(String(cause)))
    return `TICKETING_CA: the certificate of the ticketing service is not trusted: ${words}`;
  if (fault instanceof NotSent) return `TICKETING_URL: the ticketing service cannot be reached: ${words}`;
  if (cause === TIME_OUT) return "TICKETING_URL, TICKETING_READ_MS: the ticketing service does not answer in time";
  return message.replace(/\.$/, "");
}

/** Returns whether the service did nothing. After any other fault the call may have arrived. */
export function isNothingDone(fault: unknown): boolean {
  return fault instanceof NotSent || fault instanceof ServiceBusy || fault instanceof CredentialRefused;
}

/**
 * Runs the work of a page or an action and returns its result. Where it throws TicketingFault, logs it, sets the status of the
 * page to 503, and returns `undefined`.
 */
export async function ifAnswered<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (fault) {
    if (!isFault(fault)) throw fault;
    log("warn", "A page or an action failed.", { fault: String(fault) });
    setPageStatus(503);
    return undefined;
  }
}

/**
 * Returns `undefined` where the promise throws TicketingFault, so that a page can show a message instead of the error
 * page. Logs the fault.
 */
export function undefinedOnFault<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((thrown: unknown) => void loggedFault(thrown));
}

/** While the service is down each request has the same faults, which are logged once in this time. */
const LOGGED_MS = 10_000;
const LOGGED_MAX = 100;

const logged = recentAnswers<void>("logged faults", { keptMs: LOGGED_MS, max: LOGGED_MAX, kept: () => true });

function loggedFault(thrown: unknown): TicketingFault {
  if (!isFault(thrown)) throw thrown;
  const fault = String(thrown);
  // `recordUnreadable` has logged what could not be read.
  if (!(thrown instanceof UnreadableAnswer))
    void logged.get(fault, async () => log("warn", "A call to the ticketing service failed.", { fault }));
  return thrown;
}

/** Next loads the class once for pages and once for route handlers, and an answer under way is shared between them: the name says it. */
export function isFault(thrown: unknown): thrown is TicketingFault {
  return thrown instanceof Error && thrown.name === "TicketingFault";
}

/** Returns `undefined` for UnreadableAnswer, and throws any other fault. */
export function undefinedIfUnreadable(fault: unknown): undefined {
  if (!(fault instanceof UnreadableAnswer)) throw fault;
}

/** The service says that it has no room for the request, or it did not answer properly. */
export type Failure = "service_busy" | "no_answer";

/** Returns the kind of the failure where the promise throws TicketingFault, so that a page can explain it. Logs the fault. */
export function failureOnFault<T>(promise: Promise<T>): Promise<T | Failure> {
  return promise.catch((thrown: unknown) => failureOf(loggedFault(thrown)));
}

export function failureOf(fault: TicketingFault): Failure {
  return fault instanceof ServiceBusy || fault.isServiceAtLimit ? "service_busy" : "no_answer";
}

/** Makes a route handler that answers 503 where the ticketing service does not answer; with words where a person reads it. */
export function answeredRoute<Given extends readonly unknown[]>(
  handler: (...given: Given) => Promise<Response>,
  unanswered: (...given: Given) => Response | Promise<Response> = nothing,
) {
  return async (...given: Given): Promise<Response> =>
    (await undefinedOnFault(handler(...given))) ?? unanswered(...given);
}

function nothing(): Response {
  return new Response(null, {
    status: 503,
    headers: { "Cache-Control": "no-store", "Retry-After": RETRY_AFTER_SECONDS },
  });
}
