import assert from "node:assert/strict";
import { test } from "node:test";
import { count, observe } from "./measure.ts";
import { CONSTANTS_MAX } from "./metrics.ts";
import { openMetrics } from "./registry.ts";

test("counts what is measured while it is open, from 0 for labels whose values are known", async (t) => {
  const metrics = openMetrics({ route: ["/[locale]"] }, []);
  t.after(metrics.close);
  count("foyer_storefront_purchases_total", { event: "paid" });
  observe("foyer_storefront_service_seconds", { call: "Reading a cart" }, 0.2);
  const text = await metrics.read();
  assert.match(text, /^foyer_storefront_purchases_total\{event="paid"\} 1$/m);
  assert.match(text, /^foyer_storefront_purchases_total\{event="checking"\} 0$/m);
  assert.match(text, /^foyer_storefront_service_seconds_bucket\{le="0.25",call="Reading a cart"\} 1$/m);
  assert.doesNotMatch(text, /^foyer_storefront_draining /m, "a gauge that nothing reads is left out");
});

test("a value outside its set counts as other, and of names in the code only so many are kept apart", async (t) => {
  const metrics = openMetrics({ route: ["/[locale]"] }, []);
  t.after(metrics.close);
  for (let n = 0; n < 1_000; n += 1) {
    count("foyer_storefront_requests_total", { route: `/en/${n}`, method: "GET", status: "4xx" });
    count("foyer_storefront_limited_total", { limit: `name ${n}` });
  }
  const lines = (await metrics.read()).split("\n");
  const ofRequests = lines.filter((line) => line.startsWith("foyer_storefront_requests_total{"));
  assert.deepEqual(ofRequests, ['foyer_storefront_requests_total{route="other",method="GET",status="4xx"} 1000']);
  const ofLimits = lines.filter((line) => line.startsWith("foyer_storefront_limited_total{"));
  assert.equal(ofLimits.length, CONSTANTS_MAX + 1);
});
