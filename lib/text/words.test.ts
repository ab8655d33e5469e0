import assert from "node:assert/strict";
import test from "node:test";
import { fill, plural } from "./words.ts";

test("fills in values, and keeps places without one", () => {
  assert.equal(fill("{name}: {count} selected", { name: "Stalls", count: 2 }), "Stalls: 2 selected");
  assert.equal(fill("{gone}", {}), "{gone}");
});

test("chooses the plural form of the language", () => {
  const forms = { one: "{count} ticket", other: "{count} tickets" };
  assert.equal(plural(forms, 1, "en"), "1 ticket");
  assert.equal(plural(forms, 0, "en"), "0 tickets");
});
