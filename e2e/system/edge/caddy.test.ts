import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { installCaddy } from "./caddy.ts";
import { testEdge, VISITORS } from "./edge-rules.ts";

const { ask, received, storefronts } = testEdge(installCaddy);

/** Returns the paths of its own requests to the storefronts, once there are some. */
async function probes(): Promise<ReadonlySet<string>> {
  for (;;) {
    const found = received().filter(({ headers }) => !("x-forwarded-for" in headers));
    if (found.length > 0) return new Set(found.map(({ path }) => path));
    await pause(50);
  }
}

test("asks each storefront whether it serves pages, and nothing else", async () => {
  assert.deepEqual(await probes(), new Set(["/api/health"]));
});

test("a storefront that is about to stop gets no more visitors, and gets them again when it is not", async () => {
  const [storefront, other] = storefronts();
  const reached = async (round: number) => {
    const path = `/en/cart?stopping-${round}`;
    for (const visitor of VISITORS) assert.equal((await ask(path, visitor)).status, 200);
    return [storefront, other].map((one) => one.last(path) !== undefined);
  };
  assert.deepEqual(await reached(0), [true, true], "the control");
  other.announceStop(true);
  for (let round = 1, found = [true, true]; found[1]; round += 1) found = await reached(round);
  other.announceStop(false);
  for (let round = -1, found = [true, false]; !found[1]; round -= 1) found = await reached(round);
});
