import "server-only";

import { processWide } from "#lib/runtime/process-wide.ts";

/** Attributes of a span. Only names of a closed list are exported, and no value is an address, a key or what a person typed. */
type SpanFields = Readonly<Record<`foyer.${string}` | `http.${string}`, string | number | boolean>>;

type Span = { readonly set: (fields: SpanFields) => void };

/** How work is traced when the settings name a collector. */
export type Tracing = {
  readonly run: <Result>(name: string, fields: SpanFields, work: (span: Span) => Promise<Result>) => Promise<Result>;
  /** Returns the header by which another program continues the trace. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly traceId: () => string | undefined;
};

const NO_SPAN: Span = { set: () => {} };

const state = () => processWide<{ tracing: Tracing | undefined }>("tracing", () => ({ tracing: undefined }));

export function setTracing(tracing: Tracing): void {
  state().tracing = tracing;
}

/**
 * Runs `work` in a span of the current trace, or without a span where there is no collector. A span whose work throws is marked
 * as failed.
 */
export function inSpan<Result>(
  name: string,
  fields: SpanFields,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const { tracing } = state();
  return tracing === undefined ? work(NO_SPAN) : tracing.run(name, fields, work);
}

export function traceHeaders(): Readonly<Record<string, string>> {
  return state().tracing?.headers() ?? {};
}

export function currentTraceId(): string | undefined {
  return state().tracing?.traceId();
}
