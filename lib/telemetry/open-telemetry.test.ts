import assert from "node:assert/strict";
import { test } from "node:test";
import { SpanStatusCode } from "@opentelemetry/api";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { onlyListed } from "#lib/telemetry/open-telemetry.ts";

const LINK = `/en/sales/${"aB3_".repeat(10)}`;

/** Returns what is exported of a span with this name and these attributes. */
function exported(name: string, attributes: Readonly<Record<string, string | number>>, scope = "next.js") {
  const memory = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter: onlyListed(memory, ["next.js"]) })];
  const span = new TracerProvider({ spanProcessors }).getTracer(scope).startSpan(name, { attributes });
  span.recordException(new Error(`no answer for ${LINK}`));
  span.setStatus({ code: SpanStatusCode.ERROR, message: LINK });
  span.end();
  return memory.getFinishedSpans()[0];
}

test("P13: a span of the framework keeps patterns of routes, and no address, event or text of an error", () => {
  const span = exported("GET /[locale]/sales/[link]", {
    "http.target": LINK,
    "http.method": "GET",
    "http.status_code": 200,
    "next.route": "/[locale]/sales/[link]",
    "next.span_name": `GET ${LINK}`,
    "next.span_type": "BaseServer.handleRequest",
  });
  assert.deepEqual([span?.name, span?.events, span?.status], ["GET /[locale]/sales/[link]", [], { code: 2 }]);
  assert.deepEqual(span?.attributes, {
    "http.method": "GET",
    "http.status_code": 200,
    "next.route": "/[locale]/sales/[link]",
    "next.span_type": "BaseServer.handleRequest",
  });
});

test("a real address is cut from the name of a span and from its route", () => {
  const page = exported(`render route (app) ${LINK}`, {
    "next.route": LINK,
    "next.span_type": "AppRender.getBodyResult",
  });
  assert.deepEqual(
    [page?.name, page?.attributes],
    ["render route (app)", { "next.span_type": "AppRender.getBodyResult" }],
  );
  const fetched = exported(`fetch GET https://tickets.example${LINK}`, { "next.span_type": "AppRender.fetch" });
  assert.equal(fetched?.name, "AppRender.fetch");
});

test("spans of other libraries are not exported", () => {
  assert.equal(exported("pg.query:SELECT", {}, "some library"), undefined);
});
