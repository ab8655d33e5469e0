import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { processWide } from "#lib/runtime/process-wide.ts";

/** The format of an id, as nginx and Caddy make it. */
export const REQUEST_ID = /^[0-9a-zA-Z-]{16,64}$/;

/** A request that sends a form or calls an action: "unread" until its action or route handler has started, then "begun". */
type FormState = "unread" | "begun";

type CurrentRequest = {
  readonly id: string;
  form?: FormState | undefined;
  /** Set for a page that is rendered for each request. */
  isPerRequest?: boolean;
  /** Set once the request has reserved tickets. */
  hasReserved?: boolean;
  /** The contents of the service's records that the request has read or written, by name. */
  records?: Map<string, Promise<string | undefined>>;
  /** Set once the request has waited for records in vain. */
  isServiceSilent?: boolean;
  /** Set while the request counts as load: takes it out of the count. */
  withdraw?: () => void;
  /**
   * Sets the status of the response. Absent for requests of Next's script, which does not accept a response with such a status.
   */
  readonly setStatus?: ((status: PageStatus) => void) | undefined;
};

/** 403: the user may not open the page. 404: there is nothing at this URL. 429: the network opens it too often. 503: the ticketing service did not answer. */
export type PageStatus = 403 | 404 | 429 | 503;

/** For responses with 503: long enough for a restart of the service, short enough for a waiting reader. */
export const RETRY_AFTER_SECONDS = "10";

// Process-wide, since `server.ts` enters it outside of Next's bundle, and pages read it inside.
const storage = processWide("current request", () => new AsyncLocalStorage<CurrentRequest>());

const ids = processWide("request ids", () => new WeakMap<IncomingMessage, string>());

/** Runs the work of one request, so that everything that it starts knows the request. */
export function runInRequest<T>(current: CurrentRequest, work: () => T): T {
  return storage.run(current, work);
}

/** Records the id of a request for code that runs outside of its work, such as the access log. */
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

/** Records that the page of this request is rendered for it alone. */
export function markPerRequest(): void {
  const request = storage.getStore();
  if (request !== undefined) request.isPerRequest = true;
}

/** Returns whether the page is rendered for this request alone, and not for everyone. */
export function isPerRequest(): boolean {
  return storage.getStore()?.isPerRequest === true;
}

/** Records that this request has reserved tickets. */
export function markReserved(): void {
  const request = storage.getStore();
  if (request !== undefined) request.hasReserved = true;
}

/** Returns a function that tells whether this request has reserved tickets, also after its work. */
export function reservedByRequest(): () => boolean {
  const request = storage.getStore();
  return () => request?.hasReserved === true;
}

/** Records how to take this request out of the load of the process. */
export function setWithdrawal(withdraw: () => void): void {
  const request = storage.getStore();
  if (request !== undefined) request.withdraw = withdraw;
}

/** Records that this request waits for others, and is no load of the process. */
export function countAsNoLoad(): void {
  storage.getStore()?.withdraw?.();
}

/** Returns the records that this request knows, to which it adds those that it reads; `undefined` outside of requests. */
export function recordsOfRequest(): CurrentRequest["records"] {
  const request = storage.getStore();
  if (request !== undefined) request.records ??= new Map();
  return request?.records;
}

/** Records that this request has waited for records in vain. */
export function markServiceSilent(): void {
  const request = storage.getStore();
  if (request !== undefined) request.isServiceSilent = true;
}

/** Returns whether this request has waited for records in vain, and need not wait for the service again. */
export function isServiceSilent(): boolean {
  return storage.getStore()?.isServiceSilent === true;
}

/** Returns the state of the form that the current request sends; `undefined` for a request without one. */
export function formState(): FormState | undefined {
  return storage.getStore()?.form;
}

/** Records that the form of this request has reached its action or its route handler. */
export function markFormBegun(): void {
  const request = storage.getStore();
  if (request?.form !== undefined) request.form = "begun";
}

/** Sets the HTTP status of the page that is rendered for this request alone. Next has no way for a page to set it. */
export function setPageStatus(status: PageStatus): void {
  storage.getStore()?.setStatus?.(status);
}

/** Returns the id that a trusted proxy gave to a request, or a new one. An id from elsewhere is never used. */
export function acceptedRequestId(sent: unknown, isFromProxy: boolean): string {
  return isFromProxy && typeof sent === "string" && REQUEST_ID.test(sent) ? sent : crypto.randomUUID();
}
