import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { RateLimiterMemory } from "rate-limiter-flexible";
import { codeCount } from "#lib/catalogue/event-link.ts";
import { isSurgeOfDeclines, recordCardResult } from "#lib/checkout/declines.ts";
import { forgetSignInTries, takeSignInTry } from "#lib/promoter/sign-in/sign-in-tries.ts";
import { oneAtATime, singleFlight } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { takeBackTries, withinLimit } from "./limits.ts";

test("refuses the sixth payment attempt of a cart, and not the first of another", async () => {
  const tries = [];
  for (let count = 0; count < 6; count += 1) tries.push(await withinLimit("payPerCart", "CART567890"));
  assert.deepEqual(tries, [true, true, true, true, true, false]);
  assert.equal(await withinLimit("payPerCart", "CARTOTHER1"), true);
  assert.equal(await withinLimit("showTicketsPerCart", "CART567890"), true);
});

test("a long name takes no more memory, and is counted", async () => {
  const name = "x".repeat(1_000_000);
  for (let count = 0; count < 5; count += 1) assert.equal(await withinLimit("showTicketsPerVisit", name), true);
  assert.equal(await withinLimit("showTicketsPerVisit", name), false);
  assert.equal(await withinLimit("showTicketsPerVisit", `${name}x`), true);
  const limiters = processWide("limiters", () => new Map<string, RateLimiterMemory>());
  assert.equal(await limiters.get("showTicketsPerVisit")?.get(name), null);
});

test("a request with ten codes counts as ten tries", async () => {
  const tries = [];
  for (let count = 0; count < 13; count += 1) tries.push(await withinLimit("revealPerNetwork", "192.0.2.0/24", 10));
  assert.equal(tries.indexOf(false), 12);
  for (let count = 0; count < 120; count += 1)
    assert.equal(await withinLimit("revealPerNetwork", "198.51.100.0/24"), true);
  assert.equal(await withinLimit("revealPerNetwork", "198.51.100.0/24"), false);
  assert.deepEqual(["", "  ", "A", " A  B\nC "].map(codeCount), [0, 0, 1, 3]);
});

/** Returns how many tries of these networks, one each, are within the limit. */
async function within(networks: readonly string[]): Promise<number> {
  let count = 0;
  for (const network of networks) if (await withinLimit("joinWaitingListPerNetwork", network)) count += 1;
  return count;
}
const many = (network: (at: number) => string) => Array.from({ length: 400 }, (_, at) => network(at));

test("a /56 has four times and a /48 sixteen times the limit of a /64, however many of them it uses", async () => {
  assert.equal(await within(many(() => "2001:db8:1:0::/64")), 20);
  assert.equal(await within(many((at) => `2001:db8:2:${(at % 256).toString(16)}::/64`)), 80);
  assert.equal(await within(many((at) => `2001:db8:3:${(at % 256).toString(16)}00::/64`)), 320);
  assert.equal(await within(many((at) => `2001:db8:${at.toString(16)}0:0::/64`)), 400, "each /48 has its own");
  assert.equal(await within(many((at) => `198.51.${at % 100}.0/24`)), 400, "IPv4 has one width");
});

test("tries that the limit of a /64 refuses take nothing from its neighbours", async () => {
  await within(many(() => "2001:db8:8:1::/64"));
  assert.equal(await within(many(() => "2001:db8:8:2::/64")), 20);
});

test("a try that is taken back is taken back of each width", async () => {
  const network = "2001:db8:9:1::/64";
  for (let at = 0; at < 100; at += 1) {
    assert.equal(await withinLimit("payPerNetwork", network), true);
    await takeBackTries({ payPerNetwork: network });
  }
  for (let at = 0; at < 120; at += 1)
    assert.equal(await withinLimit("payPerNetwork", `2001:db8:9:${at % 10}::/64`), true, `try ${at}`);
});

test("does not limit an address that no trusted proxy named", async () => {
  for (let count = 0; count < 40; count += 1) assert.equal(await withinLimit("payPerNetwork", undefined), true);
});

test("work under one name runs in turn, also after a failure", async () => {
  const seen: string[] = [];
  const work = (name: string, fails = false) =>
    oneAtATime("x", async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([work("a"), work("b", true), work("c")]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(seen, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("concurrent calls share one run; a later call gets the same result, and a failure is retried", async () => {
  let [done, at] = [0, 0];
  const work = async () => {
    done += 1;
    await Promise.resolve();
    return done;
  };
  const ask = (name: string, good = true) =>
    singleFlight(
      name,
      work,
      () => good,
      () => at,
    );
  assert.deepEqual(await Promise.all([ask("a"), ask("a"), ask("b")]), [2, 2, 2]);
  await settled();
  assert.equal(await ask("a"), 2);
  at = 10_000;
  assert.equal(await ask("a"), 3);
  assert.deepEqual(await Promise.all([ask("c", false), ask("c", false)]), [4, 4]);
  await settled();
  assert.equal(await ask("c"), 5);
  const fails = () => singleFlight("d", () => Promise.reject(new Error("no")), Boolean);
  await Promise.all([assert.rejects(fails), assert.rejects(fails)]);
  await settled();
  assert.equal(await ask("d"), 6);
});

/** Waits until all settled promises have been handled. */
async function settled(): Promise<void> {
  await new Promise(setImmediate);
}

const MINUTE = 60_000;
let now = 0;
// Each test starts after the window of the last one.
beforeEach(() => {
  now += 60 * MINUTE;
});

function answer(times: number, isDeclined: boolean): void {
  for (let at = 0; at < times; at += 1) recordCardResult(isDeclined, now);
}

test("twenty declines among few approvals are a surge, nineteen are none", () => {
  answer(19, true);
  assert.equal(isSurgeOfDeclines(now), false);
  answer(1, true);
  assert.equal(isSurgeOfDeclines(now), true);
});

test("a busy shop with many approvals has no surge", () => {
  answer(40, true);
  answer(40, false);
  assert.equal(isSurgeOfDeclines(now), false);
});

test("a surge is over ten minutes after its declines", () => {
  answer(30, true);
  assert.equal(isSurgeOfDeclines(now + 10 * MINUTE - 1), true);
  assert.equal(isSurgeOfDeclines(now + 10 * MINUTE), false);
});

const HOME = "192.0.2.0/24";
const AWAY = "198.51.100.0/24";

function tries(name: string, count: number, network: string | undefined, nowMs: number): readonly number[] {
  return Array.from({ length: count }, () => takeSignInTry(name, network, nowMs));
}

test("ten wrong tries are free, then each doubles the wait for the next, up to half a minute", () => {
  assert.deepEqual(tries("ada", 12, HOME, 0), [...Array(10).fill(0), 1, 1]);
  const waits: number[] = [];
  let nowMs = 1_000;
  for (let count = 0; count < 7; count += 1) {
    assert.equal(takeSignInTry("ada", HOME, nowMs), 0);
    const wait = takeSignInTry("ada", HOME, nowMs);
    waits.push(wait);
    nowMs += wait * 1000;
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 30, 30, 30]);
});

test("a try that came too soon does not extend the wait", () => {
  tries("grace", 10, HOME, 0);
  assert.deepEqual(tries("grace", 50, HOME, 500), Array(50).fill(1));
  assert.equal(takeSignInTry("grace", HOME, 1_000), 0);
});

test("delays a name in any letter case, and only on the network that guesses", () => {
  tries("Mary@Example.com", 10, AWAY, 0);
  assert.equal(takeSignInTry(" mary@example.com ", AWAY, 0), 1);
  assert.equal(takeSignInTry("mary@example.com", HOME, 0), 0);
  assert.equal(takeSignInTry("another", AWAY, 0), 0);
});

test("a sign-in, or a quarter of an hour, resets the wait", () => {
  tries("joan", 10, HOME, 0);
  forgetSignInTries("JOAN", HOME);
  assert.deepEqual(tries("joan", 11, HOME, 0), [...Array(10).fill(0), 1]);
  assert.deepEqual(tries("joan", 10, HOME, 15 * 60 * 1000), Array(10).fill(0));
});

test("a /56 guesses one name four times and a /48 sixteen times as often as a /64 before it waits", () => {
  const free = (name: string, network: (at: number) => string) =>
    many(network).findIndex((one) => takeSignInTry(name, one, 0) > 0);
  assert.equal(
    free("rosa", () => "2001:db8:1:0::/64"),
    10,
  );
  assert.equal(
    free("ruth", (at) => `2001:db8:2:${(at % 256).toString(16)}::/64`),
    40,
  );
  assert.equal(
    free("rita", (at) => `2001:db8:3:${(at % 256).toString(16)}00::/64`),
    160,
  );
  forgetSignInTries("ruth", "2001:db8:2:5::/64");
  assert.deepEqual(tries("ruth", 2, "2001:db8:2:5::/64", 0), [0, 1], "the owner's success frees no guesser");
});
