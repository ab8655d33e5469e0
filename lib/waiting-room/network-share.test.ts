import assert from "node:assert/strict";
import { test } from "node:test";
import { callNext, freeTurns, nextIn } from "./calling.ts";
import { drawnOrder, sha256 } from "./draw.ts";
import {
  applyRecord,
  CALL_MS,
  emptyLine,
  type Line,
  type LineRecord,
  NETWORK_PLACES_MAX,
  PASS_MS,
  turnOf,
  waitingIn,
} from "./line.ts";

const NOW = 1_800_000_000_000;

function apply(line: Line, ...records: readonly LineRecord[]): Line {
  for (const record of records) applyRecord(line, record);
  return line;
}

/** Returns the records of visitors who join one after another, each from the network that its id begins with. */
const joined = (...ids: readonly string[]) => ids.map((id) => ["joined", id, id.split(" ")[0] ?? ""] as const);
const idsOf = (network: string, count: number) => Array.from({ length: count }, (_, at) => `${network} ${at}`);
const told = (id: string, max = 5, at = NOW): LineRecord => ["told", id, String(at), String(max)];

/** Returns chances from 0 to 1 that are the same in every run. */
function chances(seed: string): () => number {
  let at = 0;
  return () => Number.parseInt(sha256(`${seed} ${at++}`).slice(0, 12), 16) / 2 ** 48;
}

test("twenty places of a network count like everybody's, chosen by the draw, and its others follow in their drawn order", () => {
  const [many, few] = [idsOf("many", 50), idsOf("few", 20)];
  const line = apply(emptyLine(), ["seed", "s"], ...joined(...many, ...few), ["drawn"]);
  const chosen = many.toSorted((one, other) => sha256(`${one}s`).localeCompare(sha256(`${other}s`))).slice(0, 20);
  const byHash = [...many, ...few].sort((one, other) => sha256(`s${one}`).localeCompare(sha256(`s${other}`)));
  const counts = (id: string) => few.includes(id) || chosen.includes(id);
  assert.deepEqual(line.ids, [...byHash.filter(counts), ...byHash.filter((id) => !counts(id))]);
  // Neither the first to come count, nor those with the best places.
  assert.notDeepEqual(new Set(chosen), new Set(many.slice(0, 20)));
  assert.notDeepEqual(new Set(chosen), new Set(byHash.filter((id) => many.includes(id)).slice(0, 20)));
  apply(line, ...joined("late 1", "many late"));
  assert.deepEqual(line.ids.slice(70), ["late 1", "many late"]);
});

test("of more than 4,000 present one in two hundred of a network counts", () => {
  const others = Array.from({ length: 9_000 }, (_, at) => `o${at} 1`);
  const ids = drawnOrder("s", [...idsOf("many", 1_000), ...others], (id) => id.split(" ")[0]);
  const isOfMany = (id: string) => id.startsWith("many");
  assert.equal(ids.slice(0, 9_050).filter(isOfMany).length, 50);
  assert.ok(ids.slice(9_050).every(isOfMany));
});

test("places of no known network, as all of before, are drawn as before", () => {
  const ids = idsOf("any", 100);
  const line = apply(emptyLine(), ["seed", "s"], ...ids.map((id) => ["joined", id] as const), ["drawn"]);
  assert.deepEqual(line.ids, drawnOrder("s", ids));
  assert.equal(line.ids[0], ids.toSorted((one, other) => sha256(`s${one}`).localeCompare(sha256(`s${other}`)))[0]);
});

test("one network has at most a twentieth of the places that a line can have, whoever else is there", () => {
  const line = apply(emptyLine(), ["seed", "s"], ...joined(...idsOf("many", NETWORK_PLACES_MAX + 3), "few 1"));
  assert.equal(line.ids.length, NETWORK_PLACES_MAX + 1);
  assert.equal(NETWORK_PLACES_MAX, 5_000);
  assert.equal(line.visitors.has(`many ${NETWORK_PLACES_MAX}`), false);
});

test("others pass a network that has as many inside as it may, and its number does not get worse", () => {
  const line = apply(emptyLine(), ["seed", "s"], ["drawn"], ...joined(...idsOf("many", 8), "one 1", "two 1", "six 1"));
  apply(line, ...callNext(line, 7, 5, NOW));
  const placeOf = (id: string) => {
    const turn = turnOf(line, id, NOW);
    return turn?.state === "waiting" ? [turn.place, turn.isPassed] : turn?.state;
  };
  assert.deepEqual(placeOf("many 4"), [1, false]);
  assert.deepEqual(["many 5", "many 6", "many 7"].map(placeOf), [
    [1, true],
    [2, true],
    [3, true],
  ]);
  assert.deepEqual(["one 1", "two 1", "six 1"].map(placeOf), [
    [1, false],
    [1, false],
    [4, false],
  ]);
  assert.equal(waitingIn(line), 4);

  // One who is done makes room for the first of its network, before those who are behind.
  apply(line, told("many 0"), ["used", "many 0", "1"]);
  assert.equal(freeTurns(line, 7, 5, NOW), 1);
  apply(line, ...callNext(line, 1, 5, NOW));
  assert.deepEqual(["many 5", "many 6", "many 7", "six 1"].map(placeOf), [
    [1, false],
    [1, true],
    [2, true],
    [3, false],
  ]);
});

test("of records that let in more of a network at once only as many count as may be inside", () => {
  const line = apply(emptyLine(), ["seed", "s"], ["drawn"], ...joined("many 1", "many 2", "many 3", "one 1"));
  apply(line, ["called", "4", String(NOW)], told("many 1", 2), told("many 2", 2), told("many 3", 2), told("one 1", 2));
  const states = () => line.ids.map((id) => turnOf(line, id, NOW)?.state);
  assert.deepEqual(states(), ["inside", "inside", "waiting", "inside"]);
  apply(line, ["used", "many 2", "1"], told("many 3", 2));
  assert.deepEqual(states(), ["inside", "used", "inside", "inside"]);
});

test("whoever is inside and whose page no longer asks frees capacity after two minutes, and keeps the pass for ten", () => {
  const line = apply(emptyLine(), ["seed", "s"], ["drawn"], ...joined("many 1", "many 2"));
  apply(line, ["called", "1", String(NOW)], told("many 1", 1));
  const asked = NOW + 60_000;
  apply(line, ["asked", "many 1", String(asked)]);
  assert.equal(freeTurns(line, 1, 1, asked + CALL_MS - 1), 0);
  apply(line, ["called", "2", String(asked)], told("many 2", 1, asked + CALL_MS - 1));
  assert.equal(turnOf(line, "many 2", asked)?.state, "waiting");
  assert.deepEqual(turnOf(line, "many 1", asked + CALL_MS), { state: "inside", until: NOW + PASS_MS });
  apply(line, told("many 2", 1, asked + CALL_MS));
  assert.equal(turnOf(line, "many 2", asked + CALL_MS)?.state, "inside");
  // Back at the page: the pass is still there, is used, and never lasts longer.
  apply(line, ["asked", "many 1", String(NOW + PASS_MS - 1)]);
  assert.equal(line.inside.get("many 1"), NOW + PASS_MS);
  apply(line, ["used", "many 1", "1"]);
  assert.equal(turnOf(line, "many 1", NOW)?.state, "used");
  apply(line, ["asked", "many 1", String(NOW + PASS_MS - 1)]);
  assert.equal(line.inside.has("many 1"), false);
});

test("those who are next and find others of their network inside are not among the hundred who may be next at a time", () => {
  const networks = Array.from({ length: 10 }, (_, at) => idsOf(`many${at}`, 20)).flat();
  const others = Array.from({ length: 150 }, (_, at) => `one${at} 1`);
  const line = apply(emptyLine(), ["seed", "s"], ["drawn"], ...joined(...networks, ...others));
  apply(line, ["called", "200", String(NOW)], ...networks.toReversed().map((id) => told(id, 10)));
  assert.equal(nextIn(line, NOW), 100);
  assert.equal(freeTurns(line, 200, 10, NOW), 100);
  assert.deepEqual(callNext(line, 100, 10, NOW), [["called", "300", String(NOW)]]);
});

const SIZES = [120, 60, 30, 10, 5, ...Array.from({ length: 75 }, () => 1)];
const RANKS = ["gathering", "waiting", "inside", "used", "ended"];

for (const seed of ["one", "two", "three"]) {
  test(`P39: with networks of all sizes no number gets worse, no network has more inside, and all come in (${seed})`, () => {
    const chance = chances(seed);
    const [insideMax, networkMax] = [40, 5];
    const records: LineRecord[] = [];
    const line = emptyLine();
    const add = (...some: readonly LineRecord[]) => {
      records.push(...some);
      apply(line, ...some);
    };
    const all = drawnOrder(
      `${seed} arrival`,
      SIZES.flatMap((size, at) => idsOf(`${seed}${at}`, size)),
    );
    const [early, late] = [all.slice(0, 250), all.slice(250)];
    add(["seed", seed], ...joined(...early), ["drawn"]);
    const present = [...early];
    const last = new Map<string, number>();
    let passedOnce = 0;
    let now = NOW;
    for (let step = 0; waitingIn(line) > 0 || late.length > 0; step += 1, now += 5_000) {
      assert.ok(step < 5_000, "somebody never comes in");
      const come = late.splice(0, 1);
      add(...joined(...come));
      present.push(...come);
      const free = freeTurns(line, insideMax, networkMax, now);
      if (free > 0) add(...callNext(line, free, networkMax, now));
      passedOnce = Math.max(passedOnce, line.passed.length);
      for (const id of present) {
        const turn = turnOf(line, id, now);
        assert.ok(turn);
        const rank = turn.state === "waiting" ? turn.place : -1_000 * RANKS.indexOf(turn.state);
        assert.ok(rank <= (last.get(id) ?? Number.POSITIVE_INFINITY), `${id} got worse: ${JSON.stringify(turn)}`);
        last.set(id, rank);
        // A fifth of all is away, a few inside are not heard of again, and the others are done within minutes.
        if (chance() < 0.2) continue;
        if (turn.state === "waiting" && line.visitors.get(id)?.isNext) add(told(id, networkMax, now));
        if (turn.state === "inside") add(chance() < 0.1 ? ["used", id, "1"] : ["asked", id, String(now)]);
      }
      const inside = new Map<unknown, number>();
      for (const [id, until] of line.inside) {
        const { network, toldAt } = line.visitors.get(id) ?? {};
        if (toldAt !== undefined && until > now) inside.set(network, (inside.get(network) ?? 0) + 1);
      }
      assert.ok(Math.max(0, ...inside.values()) <= networkMax);
    }
    assert.ok(passedOnce > 20, "nobody was passed");
    const { inside: _, ...state } = line;
    const { inside: __, ...again } = apply(emptyLine(), ...records);
    assert.deepEqual(again, state);
  });
}
