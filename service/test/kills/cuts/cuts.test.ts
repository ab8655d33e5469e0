import assert from "node:assert/strict";
import test from "node:test";
import { SHIPPED } from "#test/race/service-copy.ts";
import { runCuts } from "./cut-run.ts";

/** `npm run test:full -- cuts` cuts at every byte of a payment. */
const CUTS = 60;
const SEED = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);

for (const link of ["service", "processor", "database"] as const) {
  test(`P05, P32: connections to the ${link} that are cut after any number of bytes lose no sale, no money and no place (FOYER_SEED=${SEED})`, async () => {
    const { found, cuts, paid } = await runCuts({ service: SHIPPED, link, cuts: CUTS, seed: SEED, isSample: true });
    assert.deepEqual(found, []);
    assert.ok(cuts >= CUTS, `${cuts} cuts`);
    assert.ok(paid > 0, "some purchases are paid");
  });
}
