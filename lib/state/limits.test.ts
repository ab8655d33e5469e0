import assert from "node:assert/strict";
import { test } from "node:test";
import type { RateLimiterMemory } from "rate-limiter-flexible";
import { codeCount } from "#lib/domain/pricing/code-length.ts";
import { processWide } from "#lib/process-wide.ts";
import { withinLimit } from "./limits.ts";
import { oneAtATime, singleFlight } from "./single-flight.ts";

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
