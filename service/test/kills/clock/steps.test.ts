import assert from "node:assert/strict";
import test from "node:test";
import { SHIPPED } from "#test/race/service-copy.ts";
import { runSteps } from "./step-run.ts";

/** `npm run test:full -- clock` steps sixty times, and the clock of the database too. */
const STEPS = 3;
const SEED = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);

test(`P32, P42: ${STEPS} steps of the clocks of service and worker under load lose no sale, no money and no place (FOYER_SEED=${SEED})`, async () => {
  const lines: string[] = [];
  const run = { service: SHIPPED, seed: SEED, steps: STEPS, note: (line: string) => lines.push(line) };
  const { found, paid } = await runSteps(run);
  assert.deepEqual(found, [], lines.join("\n"));
  assert.ok(paid > STEPS, `${paid} paid purchases`);
});
