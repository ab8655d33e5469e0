import { context, type Span as OtelSpan, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { SpanOrigin, Tracing } from "#src/platform/domain/trace.ts";
import { onlyListed } from "./listed-spans.ts";

const SCOPE = "foyer";
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;

/** A trace's id and a span's id, of the W3C's header. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export type StartedTracing = { readonly tracing: Tracing; readonly stop: () => Promise<void> };

/** Starts to send spans to a collector (OTLP over HTTP, JSON). A collector that is away loses spans and delays nothing. */
export function startTracing(program: string, endpoint: string, ratio: number): StartedTracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": program, "service.namespace": SCOPE }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
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
