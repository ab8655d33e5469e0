import assert from "node:assert/strict";
import { test } from "node:test";
import { codesIn, parseNews } from "#app/[locale]/(shop)/cart/cart-news.ts";

test("the codes of a form without an answer are kept in the address of the cart", () => {
  const form = new FormData();
  form.set("code", " EARLYBIRD  USHERS ");
  const typed = codesIn(form);
  assert.deepEqual(typed, ["EARLYBIRD", "USHERS"]);
  assert.deepEqual(parseNews({ failed: "release", code: typed.join(" ") }), { isReleaseLost: true, typed });
});

test("an address that names no codes, or several times, keeps none", () => {
  assert.deepEqual(parseNews({}), { typed: [] });
  assert.deepEqual(parseNews({ code: ["A", "B"] }), { typed: [] });
  assert.equal(parseNews({ code: "A ".repeat(1_000) }).typed.length, 10);
});
