import assert from "node:assert/strict";
import { test } from "node:test";
import { CONSTANTS_MAX, count, observe } from "./metrics.ts";
import { openMetrics } from "./registry.ts";
import { routesOf, routesOfBuild } from "./routes.ts";

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

test("a value outside its list counts as other, as do names in the code beyond their maximum", async (t) => {
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

const MANIFEST = JSON.stringify({
  staticRoutes: [{ page: "/" }, { page: "/robots.txt" }],
  dynamicRoutes: [
    { page: "/[locale]", regex: "^/([^/]+?)(?:/)?$" },
    { page: "/[locale]/sales/[link]", regex: "^/([^/]+?)/sales/([^/]+?)(?:/)?$" },
    { page: "/[locale]/[...missing]", regex: "^/([^/]+?)/(.+?)(?:/)?$" },
  ],
});

test("names the pattern of a route, and nothing of its address", () => {
  const { routeOf, patterns } = routesOf(MANIFEST);
  const named = {
    "/": "/",
    "/robots.txt?x=1": "/robots.txt",
    "/en": "/[locale]",
    "/en/sales/a-secret-link?print=1": "/[locale]/sales/[link]",
    "/en/x/y/z": "/[locale]/[...missing]",
    "/_next/static/chunks/a.js": "static",
    "//": "none",
    "*": "none",
  };
  for (const [address, route] of Object.entries(named)) {
    assert.equal(routeOf(address), route, address);
    assert.ok(patterns.includes(route));
  }
});

test("without a build every page has the route none", () => {
  assert.equal(routesOfBuild("/no/such/folder").routeOf("/en/cart"), "none");
});
