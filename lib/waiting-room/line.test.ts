import assert from "node:assert/strict";
import { test } from "node:test";
import { freeTurns, nextIn } from "./calling.ts";
import { drawnOrder, sha256 } from "./draw.ts";
import {
  applyRecord,
  CALL_MS,
  emptyLine,
  type Line,
  type LineRecord,
  PASS_MS,
  staysNext,
  turnOf,
  waitingIn,
} from "./line.ts";
import { askAgainSeconds } from "./shown-turn.ts";

const NOW = 1_800_000_000_000;
/** So many of one network. */
const ANY = Number.POSITIVE_INFINITY;

function lineOf(...records: readonly LineRecord[]): Line {
  const line = emptyLine();
  for (const record of records) applyRecord(line, record);
  return line;
}

const called = (upTo: number, at = NOW): LineRecord => ["called", String(upTo), String(at)];
const told = (id: string, at = NOW): LineRecord => ["told", id, String(at)];
const IN_ORDER = [["seed", "s"], ["drawn"], ["joined", "ann"], ["joined", "bo"], ["joined", "cy"]] as const;

test("nobody has a place before the draw, and the place in it is the rank of the SHA-256 of seed and id", () => {
  const line = lineOf(["seed", "s"], ["joined", "ann"], ["joined", "bo"], ["joined", "cy"]);
  assert.deepEqual(turnOf(line, "ann", NOW), { state: "gathering" });
  assert.equal(freeTurns(line, 10, ANY, NOW), 0);
  applyRecord(line, ["drawn"]);
  const byHand = ["ann", "bo", "cy"].sort((a, b) => sha256(`s${a}`).localeCompare(sha256(`s${b}`)));
  assert.deepEqual(line.ids, byHand);
  assert.deepEqual(
    byHand.map((id) => turnOf(line, id, NOW)),
    [1, 2, 3].map((place) => ({ state: "waiting", place, isPassed: false })),
  );
});

test("a later sale has a new seed and a new draw, once nobody waits for the earlier one", () => {
  const line = lineOf(...IN_ORDER, called(3), told("ann"), ["again", "t"], ["again", "u"]);
  assert.deepEqual(line, { ...emptyLine(), seed: "t" });
  for (const id of ["di", "ann"]) applyRecord(line, ["joined", id]);
  applyRecord(line, ["again", "v"]);
  assert.deepEqual(turnOf(line, "ann", NOW), { state: "gathering" });
  applyRecord(line, ["drawn"]);
  assert.deepEqual(line.ids, drawnOrder("t", ["di", "ann"]));
});

test("whoever comes after the draw is behind all of it, in the order of arrival", () => {
  const line = lineOf(
    ["seed", "s"],
    ["joined", "ann"],
    ["joined", "bo"],
    ["drawn"],
    ["joined", "cy"],
    ["joined", "di"],
  );
  assert.deepEqual(line.ids.slice(2), ["cy", "di"]);
  assert.equal(line.drawn, 2);
});

test("lets in at most so many who have not reserved, in the order of their places", () => {
  const line = lineOf(...IN_ORDER);
  assert.equal(freeTurns(line, 2, ANY, NOW), 2);
  applyRecord(line, called(2));
  assert.equal(freeTurns(line, 2, ANY, NOW), 0);
  assert.deepEqual(turnOf(line, "cy", NOW), { state: "waiting", place: 1, isPassed: false });
  applyRecord(line, told("ann"));
  applyRecord(line, ["used", "ann", "1"]);
  assert.equal(freeTurns(line, 2, ANY, NOW), 1);
  assert.equal(waitingIn(line), 1);
});

test("who does not come stops nobody after two minutes, and still has their turn later", () => {
  const line = lineOf(...IN_ORDER, called(1));
  assert.equal(freeTurns(line, 1, ANY, NOW + CALL_MS - 1), 0);
  assert.equal(freeTurns(line, 1, ANY, NOW + CALL_MS), 1);
  const later = NOW + 60 * 60_000;
  assert.deepEqual(turnOf(line, "ann", later), { state: "waiting", place: 1, isPassed: false });
  applyRecord(line, told("ann", later));
  assert.deepEqual(turnOf(line, "ann", later), { state: "inside", until: later + PASS_MS });
});

test("whoever is next and finds no capacity stays next; one who is not there keeps nobody waiting for long", () => {
  const ids = Array.from({ length: 300 }, (_, at) => `${at}`);
  const line = lineOf(["seed", "s"], ["drawn"], ...ids.map((id) => ["joined", id] as const));
  const most = freeTurns(line, ANY, ANY, NOW);
  assert.ok(most < 300);
  applyRecord(line, called(most));
  const later = NOW + 9_000;
  assert.equal(freeTurns(line, ANY, ANY, later), 0);
  for (const id of ids.slice(0, 10)) staysNext(line, id, later);
  assert.equal(nextIn(line, later + 9_000), 10);
  assert.equal(freeTurns(line, ANY, ANY, later + 9_000), most - 10);
  assert.deepEqual(turnOf(line, "5", later), { state: "waiting", place: 1, isPassed: false });
});

test("a pass lasts ten minutes from when its visitor is told", () => {
  const line = lineOf(...IN_ORDER, called(1), told("ann", NOW + 1_000), told("ann", NOW + 9_000));
  const until = NOW + 1_000 + PASS_MS;
  assert.deepEqual(turnOf(line, "ann", until - 1), { state: "inside", until });
  assert.deepEqual(turnOf(line, "ann", until), { state: "ended" });
  assert.equal(freeTurns(line, 1, ANY, until), 1);
});

test("P39: a pass is used once; a failed attempt returns its own and no other", () => {
  const line = lineOf(...IN_ORDER, called(1), told("ann"), ["used", "ann", "first"], ["used", "ann", "second"]);
  assert.equal(line.visitors.get("ann")?.usedBy, "first");
  assert.deepEqual(turnOf(line, "ann", NOW), { state: "used" });
  applyRecord(line, ["returned", "ann", "second"]);
  assert.deepEqual(turnOf(line, "ann", NOW), { state: "used" });
  applyRecord(line, ["returned", "ann", "first"]);
  assert.equal(turnOf(line, "ann", NOW)?.state, "inside");
});

test("P39: no record can be replayed or forged to a better place or a second pass", () => {
  const line = lineOf(...IN_ORDER, called(1), told("ann"), ["used", "ann", "1"]);
  const before = structuredClone(line);
  const corpus: readonly (readonly string[])[] = [
    ["used", "ann", "2"],
    ["returned", "ann", "2"],
    ["returned", "ann", ""],
    ["told", "ann", String(NOW + PASS_MS)],
    ["told", "cy", String(NOW)],
    ["used", "cy", "1"],
    ["returned", "cy", ""],
    ["used", "nobody", "1"],
    ["joined", "ann"],
    ["joined", "cy"],
    ["drawn"],
    ["again", "another"],
    ["seed", "another"],
    ["called", "0", String(NOW)],
    ["called", "1", String(NOW + 1)],
    ["called", "x", "y"],
    ["invented"],
    [""],
    [],
  ];
  for (const record of corpus) {
    applyRecord(line, record);
    assert.deepEqual(line, before, record.join(" "));
  }
});

test("a page asks again after five seconds next to the front, after a minute far behind, and never all at once", () => {
  const waiting = (place: number) => ({ state: "waiting", place, isPassed: false }) as const;
  assert.equal(askAgainSeconds(waiting(1), 0.5), 5);
  assert.equal(askAgainSeconds(waiting(400), 0.5), 25);
  assert.equal(askAgainSeconds(waiting(9_000), 0.5, { waiting: 10_000 }), 60);
  assert.deepEqual([askAgainSeconds(waiting(9_000), 0), askAgainSeconds(waiting(9_000), 1)], [48, 72]);
  assert.equal(askAgainSeconds({ state: "gathering" }, 0.5, { secondsToStart: 20 }), 25);
  for (const secondsToStart of [0, -20, Number.NaN])
    assert.equal(askAgainSeconds({ state: "gathering" }, 0.5, { secondsToStart }), 60);
  assert.ok(askAgainSeconds(waiting(9_000), 1) * 1_000 < CALL_MS);
});

test("however many wait, two hundred pages far behind ask in a second; those next to the front ask as often as ever", () => {
  const [all, first] = [100_000, 400];
  const turn = (place: number) => ({ state: "waiting", place, isPassed: false }) as const;
  let perSecond = 0;
  for (let place = first + 1; place <= all; place += 1)
    perSecond += 1 / askAgainSeconds(turn(place), 0.5, { waiting: all });
  assert.ok(perSecond < 300, `${perSecond}`);
  assert.equal(askAgainSeconds(turn(first), 0.5, { waiting: all }), 25);
  assert.equal(askAgainSeconds({ state: "gathering" }, 0.5, { waiting: all, secondsToStart: 3_000 }), 500);
});

test("no page hears of the draw long after it, and in a long line they do not all ask at once", () => {
  const afterStart = (waiting: number, secondsToStart: number, chance: number) =>
    askAgainSeconds({ state: "gathering" }, chance, { waiting, secondsToStart }) - secondsToStart;
  for (const secondsToStart of [1, 50, 72]) {
    assert.equal(afterStart(300, secondsToStart, 0), 2);
    assert.equal(afterStart(300, secondsToStart, 1), 8);
  }
  for (const secondsToStart of [20, 250, 300]) {
    assert.equal(afterStart(50_000, secondsToStart, 0), 2);
    assert.equal(afterStart(50_000, secondsToStart, 1), 35);
  }
  // Who asks before then asks once more before the start.
  assert.ok(afterStart(50_000, 301, 1) < 0);
});

test("the draw depends on the seed and on no order of arrival", () => {
  const ids = ["a", "b", "c", "d", "e"];
  assert.deepEqual(drawnOrder("s", ids), drawnOrder("s", ids.toReversed()));
  assert.notDeepEqual(drawnOrder("s", ids), drawnOrder("t", ids));
});
