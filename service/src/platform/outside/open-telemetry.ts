import { context, type Span as OtelSpan, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import type { SpanOrigin, Tracing } from "#src/platform/domain/trace.ts";

const SCOPE = "foyer";
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;

/** The header `traceparent` of the W3C: trace id, span id and flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

type StartedTracing = { readonly tracing: Tracing; readonly stop: () => Promise<void> };

/** Starts to send spans to a collector (OTLP over HTTP, JSON). An unreachable collector loses spans but delays nothing. */
export function startTracing(program: string, endpoint: string): StartedTracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": program, "service.namespace": SCOPE }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: onlyListed(exporter, [SCOPE]),
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer(SCOPE);

  const run: Tracing["run"] = (name, attributes, origin, work) =>
    tracer.startActiveSpan(name, { attributes, links: linksOf(origin) }, parentOf(origin), async (span) => {
      try {
        return await work({ set: (fields) => void span.setAttributes(fields) });
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });

  return {
    tracing: {
      run,
      capture: () => trace.getActiveSpan(),
      traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    },
    stop: () => provider.shutdown(),
  };
}

function parentOf({ parents, traceparent }: SpanOrigin) {
  const first = parents?.find(isSpan);
  if (first !== undefined) return trace.setSpan(context.active(), first);
  if (parents !== undefined) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return context.active();
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    isRemote: true,
    traceFlags: Number.parseInt(flags, 16),
  });
}

/** A batch is a part of its first request, and is linked to the others. */
function linksOf({ parents = [] }: SpanOrigin) {
  return parents
    .filter(isSpan)
    .slice(1)
    .map((span) => ({ context: span.spanContext() }));
}

function isSpan(captured: unknown): captured is OtelSpan {
  return typeof captured === "object" && captured !== null && "spanContext" in captured;
}

/** The attributes that are exported. Any other may contain an address, a key or what a person typed. */
const LISTED =
  /^(foyer\.(request|requests|call|kind|outcome)|http\.(method|route|status_code|request\.method|response\.status_code)|error\.type)$/;

/** A pattern of routes, such as /[locale]/events/[eventId] or /v2/cart/:key. A real address has ids, keys or capitals. */
const ROUTE = /^(\/(\[[\w.]+\]|\([\w.]+\)|:\w+|\{\w+\}|v2|_?[a-z][a-z.-]{0,24}))*\/?$/;

/** The name of a span: words, a method and a pattern of routes. */
const NAME = /^[\w .()-]{1,60}(\/\S*)?$/;

/** Returns an exporter that passes spans of these scopes on, with their listed attributes and without events. */
function onlyListed(exporter: SpanExporter, scopes: readonly string[]): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans.filter((span) => scopes.includes(span.instrumentationScope.name)).map(listed), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Drops events and the status message: the message and stack of an exception may quote what was sent. */
function listed(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    name: { value: nameOf(span) },
    attributes: { value: listedAttributes(span.attributes) },
    events: { value: [] },
    links: { value: span.links.map(({ context }) => ({ context })) },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}

function nameOf({ name }: ReadableSpan): string {
  const [, words = "", route = ""] = /^([^/]*?) ?(\/.*)?$/s.exec(name) ?? [];
  const isPlain = NAME.test(words) && !words.includes("http");
  const plain = isPlain ? words : "span";
  return ROUTE.test(route) && route !== "" ? `${plain} ${route}` : plain;
}

function listedAttributes(attributes: ReadableSpan["attributes"]): ReadableSpan["attributes"] {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => LISTED.test(name) && (!name.endsWith(".route") || ROUTE.test(String(value))),
    ),
  );
}
