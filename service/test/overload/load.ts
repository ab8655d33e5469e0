import { setTimeout as pause } from "node:timers/promises";
import { type Random, randomOf } from "#test/kills/random.ts";
import { buyOnce, emptyTally, type Sale, type Tally } from "./buyers.ts";

const MS_PER_SECOND = 1_000;
/** The part of a step after which the load has had its effect. */
const RAMP = 1 / 3;

/** A step of the load, and what came of it. */
export type Step = {
  readonly tally: Tally;
  /** Purchases per second that were completed while buyers arrived, after the first third of that time. */
  readonly perSecond: number;
  /** Resolves when the last buyer has ended, with the purchases per second from the beginning until then. */
  readonly ended: Promise<number>;
};

/** Lets a number of buyers buy one after another, each as fast as it is answered; one who is refused waits for a second. */
export function closedLoop(sale: Sale, buyers: number, seconds: number, seed: number): Promise<Step> {
  return measure(seconds, (tally, until) =>
    Array.from({ length: buyers }, async (_, at) => {
      const random = randomOf(seed * 1_009 + at);
      while (performance.now() < until) if (!(await buyOnce(sale, random, tally))) await pause(MS_PER_SECOND);
    }),
  );
}

/** Lets new buyers arrive at random with this rate, whatever the others are answered. */
export function openLoop(sale: Sale, perSecond: number, seconds: number, seed: number): Promise<Step> {
  const random = randomOf(seed);
  return measure(seconds, (tally, until) => [arrive(until, random, perSecond, () => buyOnce(sale, random, tally))]);
}

async function measure(
  seconds: number,
  start: (tally: Tally, until: number) => readonly Promise<unknown>[],
): Promise<Step> {
  const tally = emptyTally();
  const begun = performance.now();
  const running = start(tally, begun + seconds * MS_PER_SECOND);
  const since = () => (performance.now() - begun) / MS_PER_SECOND;
  await pause(seconds * RAMP * MS_PER_SECOND);
  const ramp = { paid: tally.paid, seconds: since() };
  await pause(seconds * MS_PER_SECOND - (performance.now() - begun));
  const perSecond = (tally.paid - ramp.paid) / (since() - ramp.seconds);
  return { tally, perSecond, ended: Promise.all(running).then(() => tally.paid / since()) };
}

/** Starts a Poisson process of arrivals, and waits for all of them. */
async function arrive(until: number, random: Random, perSecond: number, buy: () => Promise<unknown>): Promise<void> {
  const buyers = new Set<Promise<unknown>>();
  for (let next = performance.now(); next < until; next += gapMs(random, perSecond)) {
    const early = next - performance.now();
    if (early > 0) await pause(early);
    const buyer = buy().finally(() => buyers.delete(buyer));
    buyers.add(buyer);
  }
  await Promise.all(buyers);
}

function gapMs(random: Random, perSecond: number): number {
  return (-Math.log(1 - random.next()) / perSecond) * MS_PER_SECOND;
}
