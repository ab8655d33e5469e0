import "server-only";

import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "#lib/process-wide.ts";

/**
 * A request that sends a form or calls an action: "unread" until its action or route handler has started, then "begun", or
 * "refused" when it does not come from one of our own forms.
 */
export type FormCall = { state: "unread" | "begun" | "refused" };

const storage = () => processWide("form call", () => new AsyncLocalStorage<FormCall>());

/** Returns the call for which this code runs; `undefined` for every other request. */
export function formCall(): FormCall | undefined {
  return storage().getStore();
}

/** Begins a call for the rest of this execution and for everything that it starts: the server's handler of one request. */
export function enterFormCall(): void {
  storage().enterWith({ state: "unread" });
}
