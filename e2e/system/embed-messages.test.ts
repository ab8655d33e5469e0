import assert from "node:assert/strict";
import { test } from "node:test";
import { runEmbed, SHOP } from "#e2e/tools/run-embed.ts";

test("handles messages of the shop's own frame", () => {
  const { send, frame } = runEmbed();
  assert.deepEqual(send({}), ["foyer:ready"]);
  assert.deepEqual(send({ data: { v: 1, type: "height", detail: { height: 640.5 } } }), ["foyer:height"]);
  assert.deepEqual(Object(frame?.style).height, "640px");
});

test("P22: ignores a message from another origin", () => {
  const { send, frame } = runEmbed();
  for (const origin of ["https://evil.example", "null", "", `${SHOP}.evil.example`, "http://tickets.example"])
    assert.deepEqual(send({ origin, data: { v: 1, type: "height", detail: { height: 9 } } }), [], origin);
  assert.equal(Object(frame?.style).height, undefined);
});

test("ignores a message from another window of the shop, and one of an unknown type", () => {
  const { send } = runEmbed();
  assert.deepEqual(send({ source: {} }), []);
  for (const data of [null, "ready", { type: "ready" }, { v: 2, type: "ready" }, { v: 1, type: "pay", detail: {} }])
    assert.deepEqual(send({ data }), []);
});
