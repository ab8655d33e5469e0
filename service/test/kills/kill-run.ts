import { setTimeout as pause } from "node:timers/promises";
import { type Buyers, startBuyers } from "./buyers.ts";
import { untilSettled } from "./client.ts";
import { violations } from "./invariants.ts";
import { type Random, randomOf } from "./random.ts";
import type { OpenShop } from "./shop.ts";
import { isDatabase, type KillSystem, type Victim } from "./system.ts";

type KillRun = {
  readonly kills: number;
  readonly seed: number;
  readonly buyers: number;
  readonly victims: readonly [Victim, ...Victim[]];
  /** The storefront, which is killed as well, and its buyers. */
  readonly storefront?: {
    readonly kill: () => Promise<void>;
    readonly start: () => Promise<void>;
    readonly startBuyers: (seed: number) => Buyers;
    readonly faults: () => Promise<readonly string[]>;
  };
  /** Called after each kill with what it was and what was found. */
  readonly note?: (line: string) => void;
};

/** The longest time from the start of the load until the kill, and the longest outage after it. */
const MOMENT_MS = 900;
/** A purchase at the storefront has six requests. */
const STOREFRONT_MOMENT_MS = 4_000;
const OUTAGE_MS = 500;
/** The longest time for which buyers go on after the recovery. */
const AFTER_MS = 300;
/** How often two programs are killed together. */
const BOTH = 0.15;

/**
 * Kills programs one after another while buyers buy, starts them again, waits until the worker has settled what was left open, and
 * checks every invariant after each. Victim, moment and purchases follow from the seed; how the processes run together does not.
 * Ends with the first kill after which something is wrong, and returns that.
 */
export async function runKills(system: KillSystem, shop: OpenShop, run: KillRun): Promise<readonly string[]> {
  const random = randomOf(run.seed);
  const { storefront } = run;
  const nextVictim = inRandomRounds(random, [...run.victims, ...(storefront ? (["storefront"] as const) : [])]);
  for (let kill = 1; kill <= run.kills; kill += 1) {
    const victims = [...new Set([nextVictim(), ...(random.chance(BOTH) ? [random.pick(run.victims)] : [])])];
    const ofSystem = victims.filter((one) => one !== "storefront");
    const ordered = ofSystem.filter((one, at) => !isDatabase(one) || ofSystem.findIndex(isDatabase) === at);
    const begun = Date.now();
    await shop.renew();
    const buyers = startBuyers(shop, { buyers: run.buyers, seed: run.seed + kill });
    const visitors = storefront?.startBuyers(run.seed + kill);
    const isStorefrontKilled = victims.includes("storefront");
    await pause(random.between(0, storefront ? STOREFRONT_MOMENT_MS : MOMENT_MS));
    await Promise.all([
      ...ordered.map((victim) => system.kill(victim)),
      ...(isStorefrontKilled ? [storefront?.kill()] : []),
    ]);
    await pause(random.between(0, OUTAGE_MS));
    await system.start(ordered);
    if (isStorefrontKilled) await storefront?.start();
    await pause(random.between(0, storefront ? STOREFRONT_MOMENT_MS : AFTER_MS));
    await Promise.all([buyers.stop(), visitors?.stop()]);
    await untilSettled(system.db);

    const found = [
      ...(await violations({ db: system.db, ledger: await system.ledger(), observed: shop.observed })),
      ...system.faults(),
      ...((await storefront?.faults()) ?? []),
    ];
    run.note?.(`kill ${kill}: ${victims.join(" and ")}, ${Date.now() - begun} ms, ${found.length} violations`);
    if (found.length > 0) return [`kill ${kill} (${victims.join(" and ")}, seed ${run.seed})`, ...found];
  }
  return [];
}

/** Returns each victim once in a random order, then again in another. */
function inRandomRounds<One extends string>(random: Random, victims: readonly One[]): () => One {
  let left: One[] = [];
  return () => {
    if (left.length === 0) left = [...victims];
    const [next = victims[0] as One] = left.splice(random.between(0, left.length - 1), 1);
    return next;
  };
}
