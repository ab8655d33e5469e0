import assert from "node:assert/strict";
import { test } from "node:test";
import { originOf } from "./origin.ts";

test("a typed address is of an origin, whatever its path, and with https unless it says otherwise", () => {
  const origins = {
    "longlight.example": "https://longlight.example",
    " LongLight.Example/whats-on?x=1 ": "https://longlight.example",
    "http://127.0.0.1:8080/page": "http://127.0.0.1:8080",
    "https://user@longlight.example": "https://longlight.example",
    "münchen.example": "https://xn--mnchen-3ya.example",
    "": undefined,
    "no address": undefined,
  };
  for (const [typed, origin] of Object.entries(origins)) assert.equal(originOf(typed), origin, typed);
});
