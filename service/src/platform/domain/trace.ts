/** Attributes of a span. Only names of a closed list are exported, and no value is an address, a key or what a person typed. */
type SpanFields = Readonly<Record<`foyer.${string}` | `http.${string}`, string | number | boolean>>;

type Span = { readonly set: (fields: SpanFields) => void };

/** The parent of a span: the first of the captured spans (the others are linked), or the `traceparent` header of a caller. */
export type SpanOrigin = { readonly parents?: readonly unknown[]; readonly traceparent?: string | undefined };

/** The tracing of a program that has a collector. */
export type Tracing = {
  readonly run: <Result>(
    name: string,
    fields: SpanFields,
    origin: SpanOrigin,
    work: (span: Span) => Promise<Result>,
  ) => Promise<Result>;
  /** Returns the current span, to be named as the origin of a later one. */
  readonly capture: () => unknown;
  readonly traceId: () => string | undefined;
};

const NO_SPAN: Span = { set: () => {} };

let tracing: Tracing | undefined;

/** Called once at the start, when the settings name a collector. Without it a span costs one comparison. */
export function setTracing(started: Tracing | undefined): void {
  tracing = started;
}

/** Runs `work` in a span. A span whose work throws is marked as failed. */
export function inSpan<Result>(
  name: string,
  fields: SpanFields,
  work: (span: Span) => Promise<Result>,
  origin: SpanOrigin = {},
): Promise<Result> {
  return tracing === undefined ? work(NO_SPAN) : tracing.run(name, fields, origin, work);
}

export function captureSpan(): unknown {
  return tracing?.capture();
}

export function currentTraceId(): string | undefined {
  return tracing?.traceId();
}
