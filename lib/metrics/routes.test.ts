import assert from "node:assert/strict";
import { test } from "node:test";
import { routesOf, routesOfBuild } from "./routes.ts";

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
