import assert from "node:assert/strict";
import test from "node:test";
import { SHIPPED } from "#test/race/service-copy.ts";
import { NOTHING_REFUSED, runOverload, runWhileArriving } from "./overload-run.ts";
import { copyWithoutAdmission } from "./without-admission.ts";

const SEED = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);
/** `npm run test:full -- --only overload` offers the load for ten minutes, and demands the promised 80 % of the throughput, which neighbours on the machine change. */
const RUN = { rounds: 1, seconds: 2, factors: [10], connections: 128, seed: SEED };

test(`P37: at ten times its capacity the service completes the payments under way and refuses the rest with Retry-After (FOYER_SEED=${SEED})`, async () => {
  const lines: string[] = [];
  const result = await runOverload({ ...RUN, service: SHIPPED, note: (line) => lines.push(line) });
  assert.deepEqual(result.found, [], lines.join("\n"));
});

test("P37: the control: a service that accepts every reservation refuses nothing", async (t) => {
  const copy = copyWithoutAdmission();
  t.after(copy.remove);
  assert.deepEqual(await runWhileArriving({ ...RUN, service: copy.folder }), [NOTHING_REFUSED]);
});
