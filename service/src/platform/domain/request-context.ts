import { AsyncLocalStorage } from "node:async_hooks";
import { inSpan } from "./trace.ts";

/** The form of a request id as nginx and Caddy generate it. It contains nothing that could end an SQL comment. */
const REQUEST_ID = /^[0-9a-zA-Z-]{16,64}$/;

/** The id of the request that code runs for, with its span. For a batch: its first request, and the number of the others. */
export type RequestContext = { readonly request: string; readonly others?: number; readonly span?: unknown };

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** Returns the request for which this code runs; `undefined` for work in the background. */
export function requestContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Runs `work`, and everything that it starts, for a request. */
export function inRequest<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** Runs `work`, which a process in the background does, for the request that caused it, where that is known. */
export function inRequestOf<Result>(
  { request }: { readonly request?: string | undefined },
  work: () => Result,
): Result {
  return request === undefined ? work() : storage.run({ request }, work);
}

/**
 * Runs `work` for the requests that a batch decides together, whichever of them has started the batch: in a span of the first
 * one, which is linked to the spans of the others.
 */
export function inBatch<Result>(
  name: string,
  contexts: readonly (RequestContext | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  const first = contexts.find((context) => context !== undefined);
  const others = contexts.length - 1;
  const parents = contexts.map((context) => context?.span);
  return storage.run(first && others > 0 ? { request: first.request, others } : first, () =>
    inSpan(name, { "foyer.requests": contexts.length }, work, { parents }),
  );
}

export function isRequestId(text: unknown): text is string {
  return typeof text === "string" && REQUEST_ID.test(text);
}
