import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { processWide } from "#lib/runtime/process-wide.ts";

/** The form of an id: what nginx and Caddy make. */
const REQUEST_ID = /^[0-9a-zA-Z-]{16,64}$/;

/** A request that sends a form or calls an action: "unread" until its action or route handler has started, then "begun". */
type FormState = "unread" | "begun";

type CurrentRequest = {
  readonly id: string;
  form?: FormState | undefined;
  /** Sets the status of the answer; missing where a script reads it, for which another status is no answer at all. */
  readonly setStatus?: ((status: PageStatus) => void) | undefined;
};

/** The status of a page that says that nothing is at its address, or that the ticketing service did not answer. */
export type PageStatus = 404 | 503;

/** Of an answer 503: long enough for a restart of the service, short enough for a waiting reader. */
export const RETRY_AFTER_SECONDS = "10";

// `server.ts` enters it outside of the bundle, and pages read it inside.
const storage = processWide("current request", () => new AsyncLocalStorage<CurrentRequest>());

const ids = processWide("request ids", () => new WeakMap<IncomingMessage, string>());

/** Does the work of one request: everything that it starts knows the request. */
export function inRequest<T>(current: CurrentRequest, work: () => T): T {
  return storage.run(current, work);
}

/** Gives a request its id outside of its work too, such as for the line that logs its answer. */
export function setId(message: IncomingMessage, id: string): void {
  ids.set(message, id);
}

export function idOf(message: IncomingMessage): string | undefined {
  return ids.get(message);
}

/** Returns the id of the request for which this code runs; `undefined` outside of requests. */
export function requestId(): string | undefined {
  return storage.getStore()?.id;
}

/** Returns how far the form of the request has come for which this code runs; `undefined` for a request without one. */
export function formState(): FormState | undefined {
  return storage.getStore()?.form;
}

/** Notes that the form of this request has reached its action or its route handler. */
export function markFormBegun(): void {
  const request = storage.getStore();
  if (request?.form !== undefined) request.form = "begun";
}

/** The page of this request, which is drawn for it alone, is answered with this status. A page cannot set it by itself. */
export function setPageStatus(status: PageStatus): void {
  storage.getStore()?.setStatus?.(status);
}

/** Returns the id that a trusted proxy gave to a request, or a new one. An id from elsewhere is never used. */
export function acceptedRequestId(sent: unknown, isFromProxy: boolean): string {
  return isFromProxy && typeof sent === "string" && REQUEST_ID.test(sent) ? sent : crypto.randomUUID();
}
