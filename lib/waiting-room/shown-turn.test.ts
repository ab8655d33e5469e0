import assert from "node:assert/strict";
import { test } from "node:test";
import { applyRecord, emptyLine } from "./line.ts";
import { shownTurn } from "./shown-turn.ts";

const NOW = Date.parse("2027-05-01T10:00:00Z");

function lineOf(...records: readonly (readonly string[])[]) {
  const line = emptyLine();
  for (const record of [["seed", "s"], ["joined", "a"], ["joined", "b"], ["joined", "c"], ...records])
    applyRecord(line, record);
  return line;
}

test("before the sale, the page tells how many wait and how long it is until then", () => {
  const sale = { state: "not_begun", startsAt: "2027-05-01T10:20:30Z" } as const;
  const shown = shownTurn({ line: lineOf(), sale, isOn: true, turn: { state: "gathering" } }, NOW, 0.5);
  assert.deepEqual([shown.waiting, shown.secondsToStart], [3, 1230]);
});

test("a start that has passed is counted down no more", () => {
  const sale = { state: "not_begun", startsAt: "2027-05-01T09:59:59Z" } as const;
  const shown = shownTurn({ line: lineOf(), sale, isOn: true, turn: { state: "gathering" } }, NOW, 0.5);
  assert.equal(shown.secondsToStart, undefined);
});

test("in line, those count who are not next yet, and at least the visitor", () => {
  const line = lineOf(["drawn"], ["called", "1", String(NOW)]);
  const visit = (place: number) => ({ line, sale: undefined, isOn: true, turn: turnAt(place) });
  const turnAt = (place: number) => ({ state: "waiting", place, isPassed: false }) as const;
  assert.equal(shownTurn(visit(2), NOW, 0.5).waiting, 2);
  const all = lineOf(["drawn"], ["called", "3", String(NOW)]);
  assert.equal(shownTurn({ ...visit(1), line: all }, NOW, 0.5).waiting, 1);
});

test("who is inside or outside sees no number of those who wait", () => {
  for (const turn of [{ state: "inside", until: NOW + 60_000 }, { state: "ended" }, undefined] as const)
    assert.equal(
      shownTurn({ line: lineOf(), sale: undefined, isOn: true, ...(turn && { turn }) }, NOW, 0.5).waiting,
      undefined,
    );
});
