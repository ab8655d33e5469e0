import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { drawnOrder } from "./draw.ts";
import type { Turn } from "./line.ts";
import { appendToLine } from "./line-file.ts";
import { type Moment, spendPass, visitAs } from "./turns.ts";

applySettingsInFolder();

const NOW = Date.parse("2099-12-01T09:00:00Z");
const MINUTES = 25;
/** So many places of a network cost little work. */
const OF_EACH = 60;

/** Four networks of robots may have half of the room. */
const INSIDE_MAX = 40;
const NETWORKS = 4;

type Crowd = {
  /** Returns whether a robot asks in this minute. Robots reserve nothing. */
  readonly asks: (minute: number, turn: Turn | undefined) => boolean;
  /** How many the shop can serve in a minute, the robots first. */
  readonly capacity?: number;
};

/** Returns how many visitors of other networks come in, minute by minute, where each reserves at once. */
function comeIn(eventId: number, { asks, capacity = Number.POSITIVE_INFINITY }: Crowd): number[] {
  const robots = Array.from({ length: NETWORKS * OF_EACH }, (_, at) => `robot${at % NETWORKS}-${at}`);
  const others = Array.from({ length: MINUTES * INSIDE_MAX }, (_, at) => `n${at}-0`);
  // The robots stand among the first.
  const ids = [...drawnOrder("s", [...robots, ...others.slice(0, robots.length)]), ...others.slice(robots.length)];
  const joined = ids.map((id) => ["joined", id, id.split("-")[0] ?? ""] as const);
  appendToLine(eventId, ["seed", "s"], ["drawn"], ...joined);
  const turns = new Map<string, Turn | undefined>();
  const isRobot = (id: string) => id.startsWith("robot");
  const counts: number[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    let left = capacity;
    const mayBegin = () => left > 0 && left-- > 0;
    const moment: Moment = {
      isSwitchedOn: true,
      sale: { state: "open" },
      insideMax: INSIDE_MAX,
      mayBegin,
      now: NOW + minute * 60_000,
    };
    const visitors = visitAs(eventId, undefined, moment).line?.visitors;
    const next = ids.filter((id) => visitors?.get(id)?.isNext);
    for (const id of next)
      if (isRobot(id) && asks(minute, turns.get(id))) turns.set(id, visitAs(eventId, id, moment).turn);
    const isIn = (id: string) => visitAs(eventId, id, moment).turn?.state === "inside" && spendPass(eventId, id);
    counts.push(next.filter((id) => !isRobot(id) && isIn(id)).length);
  }
  return counts;
}

const returns = (minute: number) => minute >= 15;

test("P39: networks whose visitors are silent when they are called, and return together, take no more than their share", () => {
  const counts = comeIn(1, { asks: returns });
  assert.ok(Math.min(...counts) >= INSIDE_MAX - NETWORKS * 5, `${counts}`);
});

test("P39: nor do they while the shop can serve few", () => {
  const counts = comeIn(2, { asks: returns, capacity: 10 });
  // Five of each network twice: a pass lasts ten minutes.
  const later = counts.slice(15).reduce((sum, count) => sum + count, 0);
  assert.ok(later >= 10 * 10 - 2 * NETWORKS * 5, `${counts}`);
});

test("P39: nor do visitors who are let in, close the page, and return while their passes last", () => {
  const asks = (minute: number, turn: Turn | undefined) => (turn?.state === "inside" ? minute >= 8 : minute < 9);
  const counts = comeIn(3, { asks });
  assert.ok(Math.min(...counts) >= INSIDE_MAX - NETWORKS * 5, `${counts}`);
});
