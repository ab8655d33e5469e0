import { setTimeout as pause } from "node:timers/promises";
import { startBuyers } from "#test/kills/buyers.ts";
import { untilSettled } from "#test/kills/client.ts";
import { violations } from "#test/kills/invariants.ts";
import { type Random, randomOf } from "#test/kills/random.ts";
import { openShop } from "#test/kills/shop.ts";
import { type Link, openKillSystem } from "#test/kills/system.ts";

/**
 * The bytes of a connection, both ways, within which it is cut. At the processor that is some calls of a kept
 * connection, at the service a TLS handshake and some calls of a buyer. A connection to the database carries many statements.
 */
const BYTES: Readonly<Record<Link, number>> = { service: 9_000, processor: 3_300, database: 40_000 };

type CutRun = {
  readonly service: string;
  readonly links: readonly Link[];
  readonly seed: number;
  /** The number of cuts of each link's sample. */
  readonly cuts: number;
  /** Cuts after random numbers of bytes; else after each number up to the most, in random order. */
  readonly isSample: boolean;
  readonly note?: (line: string) => void;
};

const BUYERS = 10;
/** Events sell out within this time. */
const RENEW_MS = 2_000;
/** How often the cuts are counted, so that no buyer goes on after the last. */
const COUNT_MS = 100;
const LONGEST_MS = 30 * 60_000;

/** Cuts connections of these links while buyers buy, then mends them, waits until everything is settled and returns what is wrong. */
export async function runCuts({ service, links, seed, cuts, isSample, note }: CutRun) {
  const random = randomOf(seed);
  const limits = links.map((link) =>
    isSample
      ? Array.from({ length: cuts }, () => random.between(0, BYTES[link]))
      : shuffled(
          random,
          Array.from({ length: BYTES[link] + 1 }, (_, bytes) => bytes),
        ),
  );
  const left = () => limits.flat().length;
  const wanted = left();
  let isCutting = false;
  const limitOf = (at: number) => () => (isCutting ? limits[at]?.pop() : undefined);
  const system = await openKillSystem({
    service,
    cuts: Object.fromEntries(links.map((link, at) => [link, limitOf(at)])),
  });
  const shop = await openShop(system);
  try {
    isCutting = true;
    system.cutOpen();
    const buyers = startBuyers(shop, { buyers: BUYERS, seed });
    const until = Date.now() + LONGEST_MS;
    while (left() > 0 && Date.now() < until) {
      const renews = Date.now() + RENEW_MS;
      while (left() > 0 && Date.now() < renews) await pause(COUNT_MS);
      if (left() > 0) await shop.renew();
      note?.(`${wanted - left()} of ${wanted} connections, ${shop.observed.paid.size} paid`);
    }
    isCutting = false;
    await buyers.stop();
    await untilSettled(system.db);
    const records = { db: system.db, ledger: await system.ledger(), observed: shop.observed };
    const found = [...(await violations(records)), ...system.faults()];
    return { found, wanted, cuts: wanted - left(), paid: shop.observed.paid.size, counts: shop.observed.counts };
  } finally {
    shop.close();
    await system.close();
  }
}

function shuffled(random: Random, numbers: readonly number[]): number[] {
  return numbers
    .map((number) => ({ number, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ number }) => number);
}
