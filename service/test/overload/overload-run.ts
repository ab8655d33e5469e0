import { violations } from "#test/kills/invariants.ts";
import { nothingObserved } from "#test/kills/observed.ts";
import { untilSettled } from "#test/kills/settle.ts";
import type { Tally } from "./buyers.ts";
import { openClient } from "./client.ts";
import { closedLoop, openLoop, type Step } from "./load.ts";
import { openOverloadSystem } from "./system.ts";

export type OverloadRun = {
  /** The folder of the service's package. */
  readonly service: string;
  readonly rounds: number;
  /** The length of each step. */
  readonly seconds: number;
  /** Multiples of the capacity that was measured in the same round. Goodput is measured at the last one. */
  readonly factors: readonly number[];
  readonly connections: number;
  readonly seed: number;
  readonly note?: (line: string) => void;
};

export type OverloadResult = {
  /** The purchases per second under the last factor, as parts of the most in the same round. */
  readonly whileArriving: readonly number[];
  /** The same until the last buyer has ended, as parts of the capacity. */
  readonly untilEnded: readonly number[];
  /** By how much the service's memory has grown under load. */
  readonly grownMib: number;
  /** What must not be, a line each. */
  readonly found: readonly string[];
};

/** As many buyers at once as in `npm run bench purchase`. */
const BUYERS = 64;
/** At most one in a thousand payments may end otherwise. */
const UNPAID_MAX = 0.001;

/** Measures the capacity of the machine, offers multiples of it, and returns what became of goodput, payments, refusals and records. */
export async function runOverload(run: OverloadRun): Promise<OverloadResult> {
  const system = await openOverloadSystem(run.service);
  const client = await openClient(system.target, run.connections);
  const observed = nothingObserved();
  const sale = { ...system, client, observed };
  const [whileArriving, untilEnded, found]: [number[], number[], string[]] = [[], [], []];
  let [memoryBefore, memoryMost] = [0, 0];
  const finish = async (name: string, step: Step) => {
    const whole = await step.ended;
    memoryMost = Math.max(memoryMost, system.memoryMib());
    run.note?.(`${name}: ${step.perSecond.toFixed(1)}/s, until the end ${whole.toFixed(1)}/s; ${describe(step.tally)}`);
    return whole;
  };
  try {
    await finish("warm-up", await closedLoop(sale, BUYERS, run.seconds / 2, run.seed));
    for (let round = 1; round <= run.rounds; round += 1) {
      const seed = run.seed + round;
      const closed = await closedLoop(sale, BUYERS, run.seconds, seed);
      const capacity = await finish("capacity", closed);
      memoryBefore ||= system.memoryMib();
      let peak = closed.perSecond;
      for (const factor of run.factors) {
        const step = await openLoop(sale, capacity * factor, run.seconds, seed * factor);
        const whole = await finish(`${factor} x`, step);
        peak = Math.max(peak, step.perSecond);
        found.push(...faultsOf(`${factor} x`, step.tally));
        if (factor !== run.factors.at(-1)) continue;
        if (step.tally.refusedMs.length === 0) found.push(NOTHING_REFUSED);
        whileArriving.push(step.perSecond / peak);
        untilEnded.push(whole / capacity);
      }
    }
    await untilSettled(system.db);
    found.push(...(await violations({ db: system.db, ledger: await system.ledger(), observed })));
    return { whileArriving, untilEnded, found, grownMib: memoryMost - memoryBefore };
  } finally {
    client.close();
    await system.close();
  }
}

export const NOTHING_REFUSED = "nothing was refused";

/** The control: returns what is found while buyers arrive at ten times the capacity. What they began is broken off. */
export async function runWhileArriving({
  service,
  seconds,
  connections,
  seed,
}: OverloadRun): Promise<readonly string[]> {
  const system = await openOverloadSystem(service);
  const client = await openClient(system.target, connections);
  const sale = { ...system, client, observed: nothingObserved() };
  try {
    const capacity = await (await closedLoop(sale, BUYERS, seconds, seed)).ended;
    const step = await openLoop(sale, 10 * capacity, seconds, seed);
    return step.tally.refusedMs.length === 0 ? [NOTHING_REFUSED] : [];
  } finally {
    client.close();
    await system.close();
  }
}

function faultsOf(name: string, { begun, paid, refusedMs, purchaseMs, refusedWithoutRetryAfter }: Tally) {
  const unpaid = begun - paid;
  const isSlow = refusedMs.length > 0 && medianOf(refusedMs) > medianOf(purchaseMs);
  return [
    ...(unpaid > begun * UNPAID_MAX ? [`${name}: ${unpaid} of ${begun} payments under way did not succeed`] : []),
    ...(refusedWithoutRetryAfter > 0 ? [`${name}: ${refusedWithoutRetryAfter} refusals had no Retry-After`] : []),
    ...(isSlow ? [`${name}: a refusal took longer than a whole purchase`] : []),
  ];
}

function describe({ offered, reserved, begun, paid, noAnswer, refusedMs, purchaseMs }: Tally): string {
  const refused = `${refusedMs.length} refusals in ${medianOf(refusedMs).toFixed(0)} ms`;
  const paidIn = `${paid} of ${begun} paid in ${medianOf(purchaseMs).toFixed(0)} ms`;
  return `${offered} buyers, ${reserved} reserved, ${paidIn}, ${refused}, ${noAnswer} without an answer`;
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
