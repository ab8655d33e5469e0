import { parseArgs } from "node:util";
import { SHIPPED } from "#test/race/service-copy.ts";
import { runKills } from "./kill-run.ts";
import { openShop } from "./shop.ts";
import { openKillSystem, VICTIMS } from "./system.ts";

/** `npm run test:full -- --only kills`: the kills at full size. Prints each, and in the last line the number of those that passed. */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "300" },
    seed: { type: "string" },
    buyers: { type: "string", default: "12" },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed ?? (process.env.FOYER_SEED || Date.now() % 2 ** 31));

const system = await openKillSystem({ service: SHIPPED, isDurable: true });
const shop = await openShop(system);
let passed = 0;
let failed = 0;
try {
  const found = await runKills(system, shop, {
    ...{ kills, seed, buyers: Number(values.buyers), victims: VICTIMS },
    note: (line) => {
      passed += line.endsWith(" 0 violations") ? 1 : 0;
      console.log(line);
    },
  });
  for (const line of found) console.log(line);
  failed = found.length > 0 ? 1 : 0;
} catch (error) {
  console.log(error);
  failed = 1;
}
for (const [what, count] of [...shop.observed.counts].toSorted()) console.log(`${count} × ${what}`);
if (failed > 0)
  console.log(`The logs are in ${system.folder}. FOYER_SEED=${seed} repeats victims, moments and purchases.`);
shop.close();
if (failed === 0) await system.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
