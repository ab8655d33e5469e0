import "server-only";

import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "#lib/process-wide.ts";

/** The form of an id: what nginx and Caddy make. */
const REQUEST_ID = /^[0-9a-zA-Z-]{16,64}$/;

type CurrentRequest = { readonly id: string; isUnanswered: boolean };

const storage = () => processWide("request id", () => new AsyncLocalStorage<CurrentRequest>());

/** Returns the id of the request for which this code runs; `undefined` outside of requests. */
export function requestId(): string | undefined {
  return storage().getStore()?.id;
}

/** The page of this request says that the ticketing service did not answer. */
export function markUnanswered(): void {
  const request = storage().getStore();
  if (request) request.isUnanswered = true;
}

/** Returns whether the page of this request says that the ticketing service did not answer. */
export function isUnanswered(): boolean {
  return storage().getStore()?.isUnanswered ?? false;
}

/** Sets the id for the rest of this execution and for everything that it starts: the server's handler of one request. */
export function enterRequest(id: string): void {
  storage().enterWith({ id, isUnanswered: false });
}

/** Returns the id that a trusted proxy gave to a request, or a new one. An id from elsewhere is never used. */
export function acceptedRequestId(sent: unknown, isFromProxy: boolean): string {
  return isFromProxy && typeof sent === "string" && REQUEST_ID.test(sent) ? sent : crypto.randomUUID();
}
