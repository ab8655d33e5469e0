import { parseArgs } from "node:util";
import { SHIPPED } from "#test/race/rules-off.ts";
import { runKills } from "./kill-run.ts";
import { openShop } from "./shop.ts";
import { type BuyersShownTickets, startKillStorefront, startStorefrontBuyers, storefrontFaults } from "./storefront.ts";
import { openKillSystem, VICTIMS } from "./system.ts";

/** `npm run test:full -- kills`: the kills at full size. Prints each, and in the last line the number of those that passed. */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "300" },
    seed: { type: "string" },
    buyers: { type: "string", default: "12" },
    /** The key with which the storefront was built: it is killed too, and sells to buyers without scripts. */
    actions: { type: "string" },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed ?? (process.env.FOYER_SEED || Date.now() % 2 ** 31));

const system = await openKillSystem({
  service: SHIPPED,
  isDurable: true,
  // A purchase at the storefront takes longer.
  ...(values.actions !== undefined && { settings: { HOLD_SECONDS: "60" } }),
});
const shop = await openShop(system);
const buyersShownTickets: BuyersShownTickets = new Set();
const storefront = values.actions === undefined ? undefined : await startKillStorefront(system, shop, values.actions);
const STOREFRONT_BUYERS = 6;
// Its programs are processes of their own, which would outlive it.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void Promise.allSettled([storefront?.kill(), system.close()]).then(() => process.exit(1)));
let passed = 0;
let failed = 0;
try {
  const found = await runKills(system, shop, {
    kills,
    seed,
    buyers: Number(values.buyers),
    victims: VICTIMS,
    ...(storefront && {
      storefront: {
        kill: storefront.kill,
        start: storefront.start,
        startBuyers: (round: number) =>
          startStorefrontBuyers(shop, {
            origin: storefront.origin,
            buyersShownTickets,
            buyers: STOREFRONT_BUYERS,
            seed: round,
          }),
        faults: async () => [...storefront.faults(), ...(await storefrontFaults(system.db, buyersShownTickets))],
      },
    }),
    note: (line) => {
      passed += line.endsWith(" 0 violations") ? 1 : 0;
      console.log(line);
    },
  });
  const isIdle = storefront !== undefined && buyersShownTickets.size === 0;
  for (const line of [...found, ...(isIdle ? ["The storefront showed nobody tickets."] : [])]) console.log(line);
  failed = found.length > 0 || isIdle ? 1 : 0;
} catch (error) {
  console.log(error);
  failed = 1;
}
for (const [what, count] of [...shop.observed.counts].toSorted()) console.log(`${count} × ${what}`);
if (failed > 0)
  console.log(`The logs are in ${system.folder}. FOYER_SEED=${seed} repeats victims, moments and purchases.`);
if (storefront) console.log(`${buyersShownTickets.size} buyers were shown their tickets by the storefront`);
await storefront?.kill();
shop.close();
if (failed === 0) await system.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
