import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTarget, parseTarget, pathOfTarget, type Target } from "#lib/ticketing/model/target.ts";

test("a target is read from the text that it is written as, and has a page", () => {
  const pages: readonly (readonly [string, Target, string])[] = [
    ["event:12", { kind: "event", id: 12 }, "/en/events/12"],
    ["group:3", { kind: "group", id: 3 }, "/en/groups/3"],
    ["list", { kind: "list" }, "/en"],
    ["month:2027-01", { kind: "month", month: "2027-01" }, "/en/calendar/2027-01"],
  ];
  for (const [text, target, path] of pages) {
    assert.deepEqual(parseTarget(text), target);
    assert.equal(formatTarget(target), text);
    assert.equal(pathOfTarget(target, "en"), path);
  }
});

test("any other text is no target", () => {
  for (const text of [
    "",
    "event",
    "event:",
    "event:0",
    "event:1e3",
    "event:12 ",
    "month:2027-13",
    "month:12",
    "venue:3",
    "list:1",
  ])
    assert.equal(parseTarget(text), undefined, text);
});
