import assert from "node:assert/strict";
import { test } from "node:test";
import type { RateLimiterMemory } from "rate-limiter-flexible";
import { guessesIn } from "#lib/domain/code-length.ts";
import { forgetTries, withinLimit } from "#lib/memory/limits.ts";
import { oneAtATime, together } from "#lib/memory/turns.ts";
import { processWide } from "#lib/process-wide.ts";

test("the sixth try to pay for a cart is one too many, and another cart is not concerned", async () => {
  const tries = [];
  for (let count = 0; count < 6; count += 1) tries.push(await withinLimit("payPerCart", "CART567890"));
  assert.deepEqual(tries, [true, true, true, true, true, false]);
  assert.equal(await withinLimit("payPerCart", "CARTOTHER1"), true);
  assert.equal(await withinLimit("signInPerName", "CART567890"), true);
});

test("a name of any length takes the same little memory, and is still counted", async () => {
  const name = "x".repeat(1_000_000);
  for (let count = 0; count < 10; count += 1) assert.equal(await withinLimit("signInPerName", name), true);
  assert.equal(await withinLimit("signInPerName", name), false);
  assert.equal(await withinLimit("signInPerName", `${name}x`), true);
  const limiters = processWide("limiters", () => new Map<string, RateLimiterMemory>());
  assert.equal(await limiters.get("signInPerName")?.get(name), null);
});

test("a request that tries ten codes at once counts as ten tries", async () => {
  const tries = [];
  for (let count = 0; count < 13; count += 1) tries.push(await withinLimit("revealPerNetwork", "192.0.2.0/24", 10));
  assert.equal(tries.indexOf(false), 12);
  for (let count = 0; count < 120; count += 1)
    assert.equal(await withinLimit("revealPerNetwork", "198.51.100.0/24"), true);
  assert.equal(await withinLimit("revealPerNetwork", "198.51.100.0/24"), false);
  assert.deepEqual(["", "  ", "A", " A  B\nC "].map(guessesIn), [0, 0, 1, 3]);
});

test("nobody is limited by an address that no proxy vouched for", async () => {
  for (let count = 0; count < 40; count += 1) assert.equal(await withinLimit("payPerNetwork", undefined), true);
});

test("turns of one name follow each other, also after one failed", async () => {
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

test("tries that led in are forgotten, and only those", async () => {
  for (let count = 0; count < 10; count += 1) assert.equal(await withinLimit("signInPerName", "ada"), true);
  assert.equal(await withinLimit("signInPerName", "ada"), false);
  for (let count = 0; count < 10; count += 1) await withinLimit("signInPerName", "grace");
  await forgetTries("signInPerName", "ada");
  assert.equal(await withinLimit("signInPerName", "ada"), true);
  assert.equal(await withinLimit("signInPerName", "grace"), false);
});

test("what is asked for twice at once is done once, and what is asked for later is done again", async () => {
  let done = 0;
  const work = async () => {
    done += 1;
    await Promise.resolve();
    return done;
  };
  assert.deepEqual(await Promise.all([together("a", work), together("a", work), together("b", work)]), [2, 2, 2]);
  assert.equal(await together("a", work), 3);
  const fails = () => together("c", () => Promise.reject(new Error("no")));
  await Promise.all([assert.rejects(fails), assert.rejects(fails)]);
  assert.equal(await together("c", work), 4);
});
