import { subscribe, unsubscribe } from "node:diagnostics_channel";

const STARTED = "http.server.request.start";

/**
 * The framework listens before it has loaded `instrumentation.ts`, and answers afterwards. Loaded by `--import`, this keeps
 * the requests that arrive between the two, for `cache/around-requests.ts`, which takes them once.
 */
const kept: unknown[] = [];
const keep = (message: unknown) => {
  kept.push(message);
};
subscribe(STARTED, keep);

Object.assign(globalThis, {
  [Symbol.for("foyer early requests")]: () => {
    unsubscribe(STARTED, keep);
    return kept.splice(0);
  },
});
