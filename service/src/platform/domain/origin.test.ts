import assert from "node:assert/strict";
import test from "node:test";
import { isHostOrigin, isOrigin, isPublicOrigin } from "./origin.ts";

// The storefront has its own rule for what may stand in the policy of a page. What is `public` or `host` here is fit there too, and no more.
const ORIGINS: readonly (readonly [text: string, is: "public" | "host" | "origin" | "none"])[] = [
  ["https://shop.example", "public"],
  ["https://shop.example:8443", "public"],
  ["https://xn--bcher-kva.example", "public"],
  ["https://shop", "host"],
  ["https://shop.local", "host"],
  ["https://www.localhost", "host"],
  ["https://shop.example.", "origin"],
  ["https://nas.lan", "host"],
  ["https://nas.home.arpa", "host"],
  ["https://shop.test", "host"],
  ["https://shop.invalid", "host"],
  ["https://192.0.2.7", "host"],
  ["https://[2001:db8::7]", "origin"],
  ["http://localhost:8080", "host"],
  ["http://127.0.0.1:8080", "host"],
  ["http://[::1]:8080", "origin"],
  ["https://*.shop.example", "origin"],
  ["https://shop.example;sandbox", "origin"],
  ["https://a.example,b.example", "origin"],
  ["https://a'b.example", "origin"],
  ["https://my_shop.example", "origin"],
  ["https://.shop.example", "origin"],
  ["http://shop.example", "none"],
  ["https://shop.example/", "none"],
  ["https://shop.example/page", "none"],
  ["https://ada@shop.example", "none"],
  ["https://shop.example:443", "none"],
  ["https://Shop.example", "none"],
  ["shop.example", "none"],
  ["null", "none"],
  ["*", "none"],
];

const NAMED = {
  public: "an origin with a public name",
  host: "an origin of a host",
  origin: "an origin",
  none: "no origin",
};

for (const [text, is] of ORIGINS)
  test(`${text} is ${NAMED[is]}`, () => {
    const found = [isOrigin(text), isHostOrigin(text), isPublicOrigin(text)];
    assert.deepEqual(found, [is !== "none", is === "host" || is === "public", is === "public"]);
  });
