import assert from "node:assert/strict";
import { test } from "node:test";
import { callNext, freeTurns } from "./calling.ts";
import { drawnOrder, sha256 } from "./draw.ts";
import { applyRecord, emptyLine, type LineRecord, turnOf, waitingIn } from "./line.ts";

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

    const letIn = Math.min(freeTurns(line, insideMax, Number.POSITIVE_INFINITY, now), perSecond);
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

const NETWORKS = 6_000;
const OF_CARRIER = 1_500;
const TURNS = 500;
const ROBOT_NETWORKS = 67;
/** One core of a current computer, in the hour in which the room is open: 400 hashes a unit on average, 3,000 a second. */
const UNITS_A_NETWORK = Math.floor((60 * 60 * 3_000) / 400 / ROBOT_NETWORKS);

/** Returns how many places of a network the robot has: those without a proof in four quarters of an hour, and those it can pay for. */
function placesOfRobot(): number {
  let paid = 0;
  for (let left = UNITS_A_NETWORK; ; paid += 1) {
    left -= Math.min(8, 1 + Math.floor(paid / 20));
    if (left < 0) return paid + 4 * 20;
  }
}

/** Returns the networks of 10,000 visitors, 1,500 of them of one carrier, and of the robot, in the order of their arrival. */
function crowd(ofEachRobotNetwork: number): readonly string[] {
  const others = Array.from({ length: VISITORS - OF_CARRIER }, (_, at) => `n${at % (NETWORKS - 1)}`);
  const carrier = Array.from({ length: OF_CARRIER }, () => "carrier");
  const robot = Array.from({ length: ofEachRobotNetwork * ROBOT_NETWORKS }, (_, at) => `robot${at % ROBOT_NETWORKS}`);
  return [...robot, ...carrier, ...others];
}

/** Returns the places of arrival of those who have the first turns, where each reserves within a minute. */
function firstTurns(seed: string, networks: readonly string[], isRuled: boolean): readonly number[] {
  const line = emptyLine();
  const add = (...records: readonly LineRecord[]) => {
    for (const record of records) applyRecord(line, record);
  };
  const idOf = (at: number) => sha256(`${seed} ${at}`).slice(0, 32);
  const arrivals = new Map(networks.map((_, at) => [idOf(at), at]));
  const joined = networks.map(
    (network, at): LineRecord => (isRuled ? ["joined", idOf(at), network] : ["joined", idOf(at)]),
  );
  add(["seed", seed], ...joined, ["drawn"]);
  const turns: string[] = [];
  for (let now = 1_800_000_000_000; turns.length < TURNS; now += 60_000) {
    const networkMax = isRuled ? TURNS / 20 : Number.POSITIVE_INFINITY;
    add(...callNext(line, freeTurns(line, TURNS, networkMax, now), networkMax, now));
    for (const id of line.inside.keys()) {
      add(["told", id, String(now)], ["used", id, "1"]);
      turns.push(id);
    }
  }
  return turns.slice(0, TURNS).map((id) => arrivals.get(id) ?? 0);
}

/** Returns which part of the turns is of networks whose names begin so. */
function partOf(name: string, turns: readonly number[], networks: readonly string[]): number {
  return turns.filter((at) => networks[at]?.startsWith(name)).length / turns.length;
}

test("P39: a robot with 67 networks gets fewer of the first turns, and a carrier's visitors their share", (t) => {
  // Until each place was paid, a network got 300 places in a quarter of an hour.
  const before = crowd(4 * 300);
  const after = crowd(placesOfRobot());
  const share = Math.floor(after.length / 200);
  const like = VISITORS - OF_CARRIER + share + ROBOT_NETWORKS * Math.min(share, placesOfRobot());
  const rule = { robot: (ROBOT_NETWORKS * share) / like, carrier: share / like };

  const turnsBefore = firstTurns(SEEDS[0] ?? "", before, false);
  const turns = SEEDS.slice(0, 4).flatMap((seed) => firstTurns(seed, after, true));
  const robot = { before: partOf("robot", turnsBefore, before), after: partOf("robot", turns, after) };
  const carrier = partOf("carrier", turns, after);
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
  t.diagnostic(
    `the robot's part of the first ${TURNS} turns: ${percent(robot.before)} before, ${percent(robot.after)} after`,
  );
  t.diagnostic(`the carrier's: ${percent(carrier)}, by the rule ${percent(rule.carrier)}`);

  assert.ok(robot.before > 0.85);
  assert.ok(Math.abs(robot.after - rule.robot) < 0.02, `${robot.after} instead of ${rule.robot}`);
  assert.ok(robot.after < 0.5);
  assert.ok(Math.abs(carrier - rule.carrier) < 0.02, `${carrier} instead of ${rule.carrier}`);
  // As many without the rule: what the work alone does, as a control.
  const unruled = partOf("robot", firstTurns(SEEDS[0] ?? "", after, false), after);
  assert.ok(unruled > rule.robot + 0.05, `${unruled}`);
});

test("P39: which places of a network count does not depend on when they came", () => {
  const networks = crowd(20);
  const arrivals = new Map(networks.map((network, at) => [`${network} ${at}`, at]));
  const share = Math.floor(networks.length / 200);
  const ofCarrier = [...arrivals.keys()].filter((id) => id.startsWith("carrier"));
  const counted = SEEDS.flatMap((seed) =>
    drawnOrder(seed, [...arrivals.keys()], (id) => id.split(" ")[0])
      .filter((id) => id.startsWith("carrier"))
      .slice(0, share),
  );
  const half = ofCarrier[OF_CARRIER / 2] ?? "";
  const early = counted.filter((id) => (arrivals.get(id) ?? 0) < (arrivals.get(half) ?? 0)).length;
  // Three standard deviations.
  const spread = 3 * Math.sqrt(counted.length / 4);
  assert.ok(Math.abs(early - counted.length / 2) < spread, `${early} of ${counted.length}`);
});
