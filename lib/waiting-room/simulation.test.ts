import assert from "node:assert/strict";
import { test } from "node:test";
import { applyRecord, drawnOrder, emptyLine, freeTurns, type LineRecord, sha256, turnOf, waitingIn } from "./line.ts";

const VISITORS = 10_000;
const LATE = 2_000;
const IDS = Array.from({ length: VISITORS }, (_, at) => sha256(`visitor ${at}`).slice(0, 32));

/** Returns chances from 0 to 1 that are the same in every run. */
function chances(seed: string): () => number {
  let at = 0;
  return () => Number.parseInt(sha256(`${seed} ${at++}`).slice(0, 12), 16) / 2 ** 48;
}

const TENTHS = 10;
/** For 81 degrees of freedom a fair draw exceeds it once in a thousand times. */
const CHI_SQUARE_MAX = 126.08;

/** Returns chi-square of the tenth in which visitors arrived against the tenth in which they are drawn. */
function chiSquare(order: readonly string[]): number {
  const arrived = new Map(IDS.map((id, at) => [id, Math.floor((at * TENTHS) / VISITORS)]));
  const table = Array.from({ length: TENTHS * TENTHS }, () => 0);
  for (const [at, id] of order.entries()) {
    const cell = (arrived.get(id) ?? 0) * TENTHS + Math.floor((at * TENTHS) / VISITORS);
    table[cell] = (table[cell] ?? 0) + 1;
  }
  const expected = VISITORS / TENTHS ** 2;
  return table.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

const SEEDS = Array.from({ length: 8 }, (_, at) => sha256(`seed ${at}`));

test("P39: of 10,000 visitors nobody's place depends on when they came", () => {
  for (const seed of SEEDS) {
    const found = chiSquare(drawnOrder(seed, IDS));
    assert.ok(found < CHI_SQUARE_MAX, `${seed}: ${found}`);
  }
});

test("the control: a draw in which the first tenth has two chances is found out with every seed", () => {
  const favoured = new Set(IDS.slice(0, VISITORS / TENTHS));
  for (const seed of SEEDS) {
    const best = (id: string) =>
      [sha256(seed + id), ...(favoured.has(id) ? [sha256(`${seed}again${id}`)] : [])].sort()[0];
    const biased = IDS.map((id) => [best(id) ?? "", id] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, id]) => id);
    const found = chiSquare(biased);
    assert.ok(found > CHI_SQUARE_MAX, `${seed}: ${found}`);
  }
});

const RANKS = ["gathering", "waiting", "inside", "used", "ended"];

test("P39: 12,000 visitors come in by the published rule at the rate of the capacity, and no place gets worse", () => {
  const line = emptyLine();
  const add = (...records: readonly LineRecord[]) => {
    for (const record of records) applyRecord(line, record);
  };
  const chance = chances("visitors");
  const insideMax = 300;
  const perSecond = 20;
  const late = Array.from({ length: LATE }, (_, at) => sha256(`late ${at}`).slice(0, 32));
  /** A fifth never comes back, a tenth chooses nothing, and the others reserve within three minutes. */
  const behaviour = new Map([...IDS, ...late].map((id) => [id, chance()]));
  const usesAt = new Map<string, number>();
  const order: string[] = [];
  const last = new Map<string, number>();
  let now = 1_800_000_000_000;

  add(["seed", SEEDS[0] ?? ""], ...IDS.map((id) => ["joined", id] as const));
  add(["drawn"]);
  const rule = [...drawnOrder(SEEDS[0] ?? "", IDS), ...late];
  const present = [...IDS];
  let most = 0;
  for (let second = 0; waitingIn(line) > 0 || present.length < rule.length; second += 1, now += 1_000) {
    const joining = late.slice(second * 10, second * 10 + 10);
    add(...joining.map((id) => ["joined", id] as const));
    present.push(...joining);

    const letIn = Math.min(freeTurns(line, insideMax, now), perSecond);
    const next = line.ids.slice(line.called, line.called + letIn);
    if (letIn > 0) add(["called", String(line.called + letIn), String(now)]);
    order.push(...next);
    most = Math.max(most, line.inside.size);
    for (const id of next) {
      const kind = behaviour.get(id) ?? 0;
      if (kind < 0.2) continue;
      add(["told", id, String(now)]);
      if (kind >= 0.3) usesAt.set(id, now + chance() * 180_000);
    }
    for (const [id, at] of usesAt)
      if (at <= now) {
        add(["used", id, "1"]);
        usesAt.delete(id);
      }
    // A tenth of all pages asks each second.
    for (let at = second % 10; at < present.length; at += 10) {
      const id = present[at] ?? "";
      const turn = turnOf(line, id, now);
      assert.ok(turn);
      const rank = turn.state === "waiting" ? turn.place : -VISITORS * RANKS.indexOf(turn.state);
      assert.ok(rank <= (last.get(id) ?? Number.POSITIVE_INFINITY), `${id} got a worse place: ${JSON.stringify(turn)}`);
      last.set(id, turn.state === "gathering" ? Number.POSITIVE_INFINITY : rank);
    }
  }
  assert.deepEqual(order, rule);
  assert.ok(most > insideMax * 0.9 && most <= insideMax, `${most} inside`);
});
