import { globSync } from "node:fs";
import { openShop } from "#test/kills/shop.ts";
import { SHIPPED } from "#test/race/rules-off.ts";
import { openSteppedSystem, runSteps } from "./step-run.ts";

// `npm run test:full -- clock`: steps the clock of the whole machine, as service, worker and database see it.

const STEPS = 60;
const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
if (library === undefined) {
  console.log("NOT RUN: Debian's libfaketime is not installed");
  process.exit(77);
}
const seed = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);
let passed = 0;
const note = (line: string) => {
  passed += line.endsWith(" 0 violations") ? 1 : 0;
  console.log(line);
};
const system = await openSteppedSystem(SHIPPED, library);
const shop = await openShop(system);
const found = await runSteps(system, shop, { seed, steps: STEPS, note });
shop.close();
await system.close();
for (const line of found) console.log(line);
if (found.length > 0) console.log(`FOYER_SEED=${seed} repeats steps, moments and purchases.`);
console.log(`${passed} passed, ${found.length > 0 ? 1 : 0} failed`);
process.exit(found.length > 0 ? 1 : 0);
