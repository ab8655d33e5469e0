import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import test from "node:test";
import { observedProcessor } from "#src/payments/outside/observed-processor.ts";
import type { Log } from "#src/platform/domain/log.ts";
import { inSpan, setTracing } from "#src/platform/domain/trace.ts";
import { startTracing } from "#src/platform/outside/open-telemetry.ts";
import { fakeProcessor } from "#test/fakes.ts";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

const processor = observedProcessor(fakeProcessor());
const texts: string[] = [];
const log: Log = (...line) => void texts.push(JSON.stringify(line));
const { shop, putOn, reserve, close } = await openShop({ processor, log });
test.after(close);

/** Returns the names of the spans from the trace's beginning to this one. */
function pathTo(spans: readonly CollectedSpan[], span: CollectedSpan): readonly string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathTo(spans, parent) : []), span.name];
}

test("P13: a payment is one trace from the call to the processor, and no span has a card, a key or a name", async () => {
  const on = await putOn();
  const { stop } = await collectSpans();
  const traced = (path: string, body: object) => shop("POST", path, body, { traceparent: TRACEPARENT });
  const made = await reserve((_method, path, body) => traced(path, Object(body)), on, 2);
  const cart = String(at(made, "multiSaleKey"));
  await traced(`/cart/${cart}/lock`, BUYER);
  const paid = await traced(`/cart/${cart}/payment`, { amount: 95, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS");
  const spans = await stop();

  assert.deepEqual(new Set(spans.map(({ traceId }) => traceId)), new Set([TRACE]));
  const paths = spans.map((span) => pathTo(spans, span).join(" > "));
  for (const path of [
    "POST /reservation > reservation batch",
    "POST /cart/{key}/lock > transaction",
    "POST /cart/{key}/payment > transaction",
    "POST /cart/{key}/payment > processor authorise",
    "POST /cart/{key}/payment > processor capture",
  ])
    assert.ok(paths.includes(path), `${path} is none of:\n${paths.join("\n")}`);
  // Eight digits of the card: random ids may have four of them.
  const sent = JSON.stringify([spans, texts]);
  for (const secret of [cart, String(at(made, "key")), "Lovelace", "ada@example", "41111111", "aisle", "Basic"])
    assert.equal(sent.includes(secret), false, secret);
});

test("a batch is a part of its first request's trace and linked to the others", async () => {
  const on = await putOn();
  const { stop } = await collectSpans();
  const ids = [1, 2, 3].map((digit) => `${TRACE.slice(1)}${digit}`);
  await Promise.all(
    ids.map((id) => {
      const headers = { traceparent: `00-${id}-00f067aa0ba902b7-01` };
      return reserve((method, path, body) => shop(method, path, body, headers), on, 1);
    }),
  );
  const batches = (await stop()).filter((span) => span.name === "reservation batch");
  const named = batches.flatMap(({ traceId, links = [] }) => [traceId, ...links.map((link) => link.traceId)]);
  assert.deepEqual(named.toSorted(), ids);
});

test("P13: a span has no attribute, event, status or name outside of the closed lists", async () => {
  const { stop } = await collectSpans();
  const fields = { "http.target": "/en/sales/AbCdEf", "foyer.secret": "a secret", "foyer.kind": "ok" } as const;
  const failing = inSpan("GET /en/sales/AbCdEf", { ...fields, "http.route": "/en/sales/AbCdEf1" }, () =>
    Promise.reject(new Error("4111 1111 1111 1111")),
  );
  await assert.rejects(failing);
  await inSpan("fetch GET https://user:password@service.example/v2/cart/ABCDEFGH12", {}, async () => {});
  const [failed, fetched] = await stop();
  assert.deepEqual(failed?.attributes, [{ key: "foyer.kind", value: { stringValue: "ok" } }]);
  assert.deepEqual([failed?.name, fetched?.name], ["GET", "span"]);
  // A span's ids and times are digits, so none of these occurs in them by chance.
  assert.doesNotMatch(JSON.stringify([failed, fetched]), /4111 1111|a secret|AbC|password|ABCDEFGH12/);
});

/** A span as OTLP writes it in JSON. */
type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links?: readonly { readonly traceId: string }[];
  readonly events?: readonly object[];
};

/** Starts a collector, and sends it the spans of this process until `stop`, which returns them. */
async function collectSpans(): Promise<{ readonly stop: () => Promise<readonly CollectedSpan[]> }> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = Object(await json(request));
    for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { tracing, stop } = startTracing("test", `http://127.0.0.1:${port}/`);
  setTracing(tracing);
  return {
    stop: async () => {
      setTracing(undefined);
      await stop();
      server.close();
      return spans;
    },
  };
}
