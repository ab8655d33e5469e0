import "server-only";

import { context, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { onlyListed } from "#lib/telemetry/listed-spans.ts";
import { setTracing, type Tracing } from "#lib/telemetry/span.ts";

const SCOPE = "foyer";
/** The scope of the framework's own spans: of requests, pages and actions. */
const FRAMEWORK = "next.js";
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;

/**
 * Starts to send spans to a collector (OTLP over HTTP, JSON): those of the framework, and one for each call of the service. A
 * collector that is away loses spans and delays nothing. No propagator is registered, so that no visitor continues a trace.
 */
export function startTracing(endpoint: string, ratio: number): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "foyer-storefront", "service.namespace": SCOPE }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
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
  // The framework exits once its server has closed.
  process.once("SIGTERM", () => void provider.forceFlush().catch(() => {}));
}

/** Returns the header of the W3C's trace context. */
function headers(): Readonly<Record<string, string>> {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || !trace.isSpanContextValid(span)) return {};
  const flags = (span.traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01";
  return { traceparent: `00-${span.traceId}-${span.spanId}-${flags}` };
}
