import assert from "node:assert/strict";
import test from "node:test";
import { SHIPPED } from "#test/race/rules-off.ts";
import { runCuts } from "./cut-run.ts";

/** Of each link. `npm run test:full -- cuts` cuts at every byte of a payment. */
const CUTS = 25;
const LINKS = ["service", "processor", "database"] as const;
const SEED = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);

test(`P05, P32: connections to service, processor and database that are cut after any number of bytes lose no sale, no money and no place (FOYER_SEED=${SEED})`, async () => {
  const run = { service: SHIPPED, links: LINKS, cuts: CUTS, seed: SEED, isSample: true };
  const { found, cuts, paid } = await runCuts(run);
  assert.deepEqual(found, []);
  assert.equal(cuts, CUTS * LINKS.length);
  assert.ok(paid > 0, "some purchases are paid");
});
