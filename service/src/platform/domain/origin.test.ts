import assert from "node:assert/strict";
import test from "node:test";
import { isOrigin, isPublicOrigin } from "./origin.ts";

const ORIGINS: readonly (readonly [text: string, isOne: boolean, isPublic: boolean])[] = [
  ["https://shop.example", true, true],
  ["https://shop.example:8443", true, true],
  ["https://xn--bcher-kva.example", true, true],
  ["https://shop", true, false],
  ["https://shop.local", true, false],
  ["https://www.localhost", true, false],
  ["https://shop.example.", true, false],
  ["https://192.0.2.7", true, false],
  ["https://[2001:db8::7]", true, false],
  ["http://localhost:8080", true, false],
  ["http://127.0.0.1:8080", true, false],
  ["http://shop.example", false, false],
  ["https://shop.example/", false, false],
  ["https://shop.example/page", false, false],
  ["https://ada@shop.example", false, false],
  ["https://shop.example:443", false, false],
  ["https://Shop.example", false, false],
  ["shop.example", false, false],
  ["null", false, false],
  ["*", false, false],
];

for (const [text, isOne, isPublic] of ORIGINS)
  test(`${text} is ${isOne ? "an" : "no"} origin, with ${isPublic ? "a" : "no"} public name`, () => {
    assert.deepEqual([isOrigin(text), isPublicOrigin(text)], [isOne, isPublic]);
  });
