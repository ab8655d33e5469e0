import "server-only";

import { context, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { setTracing, type Tracing } from "#lib/telemetry/span.ts";

const SCOPE = "foyer";
/** The scope of the framework's own spans: of requests, pages and actions. */
const FRAMEWORK = "next.js";
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;

/**
 * Starts to send spans to a collector (OTLP over HTTP, JSON): those of the framework, and one for each call of the service.
 * When the collector is down, spans are lost and nothing is delayed. No propagator is registered, so that visitors cannot
 * continue a trace.
 */
export function startTracing(endpoint: string): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "foyer-storefront", "service.namespace": SCOPE }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: onlyListed(exporter, [SCOPE, FRAMEWORK]),
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  const tracer = provider.getTracer(SCOPE);

  const run: Tracing["run"] = (name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work({ set: (fields) => void span.setAttributes(fields) });
      } catch (fault) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw fault;
      } finally {
        span.end();
      }
    });
  setTracing({ run, headers, traceId: () => trace.getActiveSpan()?.spanContext().traceId });
  // The process exits once the server has closed, so the remaining spans are sent now.
  process.once("SIGTERM", () => void provider.forceFlush().catch(() => {}));
}

/** Returns the header of the W3C's trace context. */
function headers(): Readonly<Record<string, string>> {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || !trace.isSpanContextValid(span)) return {};
  const flags = (span.traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01";
  return { traceparent: `00-${span.traceId}-${span.spanId}-${flags}` };
}

/** The attributes that are exported. Any other may contain a URL, a key or what a person typed. */
const LISTED =
  /^(foyer\.(request|requests|call|kind|outcome)|http\.(method|route|status_code|request\.method|response\.status_code)|next\.(route|span_type|rsc)|error\.type)$/;

/** A pattern of routes, such as /[locale]/events/[eventId] or /v2/cart/:key. A real address has ids, keys or capitals. */
const ROUTE = /^(\/(\[[\w.]+\]|\([\w.]+\)|:\w+|\{\w+\}|v2|_?[a-z][a-z.-]{0,24}))*\/?$/;

/** The name of a span: words, a method and a pattern of routes. */
const NAME = /^[\w .()-]{1,60}(\/\S*)?$/;

/** Returns an exporter that passes spans of these scopes on, with their listed attributes and without events. */
export function onlyListed(exporter: SpanExporter, scopes: readonly string[]): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans.filter((span) => scopes.includes(span.instrumentationScope.name)).map(listed), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Drops events and the status text: an exception's message and stack may quote the request. */
function listed(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    name: { value: nameOf(span) },
    attributes: { value: listedAttributes(span.attributes) },
    events: { value: [] },
    links: { value: span.links.map(({ context }) => ({ context })) },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}

function nameOf({ name, attributes }: ReadableSpan): string {
  const [, words = "", route = ""] = /^([^/]*?) ?(\/.*)?$/s.exec(name) ?? [];
  const isPlain = NAME.test(words) && !words.includes("http");
  const plain = isPlain ? words : String(attributes["next.span_type"] ?? "span");
  return ROUTE.test(route) && route !== "" ? `${plain} ${route}` : plain;
}

function listedAttributes(attributes: ReadableSpan["attributes"]): ReadableSpan["attributes"] {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => LISTED.test(name) && (!name.endsWith(".route") || ROUTE.test(String(value))),
    ),
  );
}
