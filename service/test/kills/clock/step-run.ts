import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startBuyers } from "#test/kills/buyers.ts";
import { untilSettled } from "#test/kills/client.ts";
import { violations } from "#test/kills/invariants.ts";
import { randomOf } from "#test/kills/random.ts";
import type { OpenShop } from "#test/kills/shop.ts";
import { type KillSystem, openKillSystem } from "#test/kills/system.ts";

const STEPPED_CLOCK = pathToFileURL(join(import.meta.dirname, "stepped-clock.ts")).href;

type StepRun = { readonly seed: number; readonly steps: number; readonly note?: (line: string) => void };

type SteppedSystem = Awaited<ReturnType<typeof openSteppedSystem>>;

/** In seconds: a correction, a wrong time zone, a dead battery. */
const STEPS = ["+2", "-2", "+600", "-600", "+7200", "-7200", "+90000", "-90000"] as const;
const BUYERS = 10;
/** The longest time from the start of the load to the step, and from there to its end. */
const MOMENT_MS = 900;
/** How often the clock is set right while buyers still buy. */
const CORRECTED = 0.5;
const SEEN_MS = 10_000;
const AGAIN_MS = 10;

/**
 * Starts the programs of a system whose clocks a test steps. `library` steps the database's clock too, as on one machine; without it
 * the database's clock stays right.
 */
export async function openSteppedSystem(service: string, library?: string) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-clock-"));
  // The database may run as another user.
  chmodSync(folder, 0o711);
  const file = join(folder, "seconds");
  setClock(file, "+0");
  const system = await openKillSystem({
    service,
    nodeOptions: [`--import=${STEPPED_CLOCK}`],
    settings: { CLOCK_FILE: file },
    ...(library !== undefined && { databaseEnv: steppedBy(library, file) }),
  });
  return {
    ...system,
    async step(seconds: string): Promise<void> {
      setClock(file, seconds);
      await untilSeen(system, seconds, library !== undefined);
    },
    async close(): Promise<void> {
      await system.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Steps the clock of service and worker while buyers buy, sets it right, waits until everything is settled, and checks every invariant
 * after each step. Ends with the first step after which something is wrong, and returns what that is.
 */
export async function runSteps(system: SteppedSystem, shop: OpenShop, { seed, steps, note }: StepRun) {
  const random = randomOf(seed);
  for (let nth = 1; nth <= steps; nth += 1) {
    const seconds = random.pick(STEPS);
    await shop.renew();
    const buyers = startBuyers(shop, { buyers: BUYERS, seed: seed + nth });
    await pause(random.between(0, MOMENT_MS));
    await system.step(seconds);
    await pause(random.between(0, MOMENT_MS));
    if (random.chance(CORRECTED)) {
      await system.step("+0");
      await pause(random.between(0, MOMENT_MS));
    }
    await buyers.stop();
    await system.step("+0");
    await untilSettled(system.db);
    const records = { db: system.db, ledger: await system.ledger(), observed: shop.observed };
    const found = [...(await violations(records)), ...system.faults()];
    note?.(`step ${nth}: ${seconds} s, ${shop.observed.paid.size} paid, ${found.length} violations`);
    if (found.length > 0) return [`step ${nth} (${seconds} s, seed ${seed})`, ...found];
  }
  return [];
}

/** A reader sees the seconds before or after, and never a part of them. */
function setClock(file: string, seconds: string): void {
  writeFileSync(`${file}.next`, seconds);
  chmodSync(`${file}.next`, 0o644);
  renameSync(`${file}.next`, file);
}

/** Returns the variables by which libfaketime reads the file at each look at the clock, and leaves the clock of timers alone. */
function steppedBy(library: string, file: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}

/** Waits until both programs, and the database where its clock is stepped, have this clock. */
async function untilSeen({ db, folder }: KillSystem, seconds: string, ofDatabase: boolean): Promise<void> {
  const until = Date.now() + SEEN_MS;
  const told = `The clock is off by ${seconds} s.`;
  const isTold = (program: string) => {
    const last = readFileSync(join(folder, `${program}.log`), "utf8")
      .match(/The clock is off by \S+ s\./g)
      ?.at(-1);
    return last === told;
  };
  const isOff = async () => {
    const [row] = await db.query<{ ms: number }>("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms");
    return Math.abs((row?.ms ?? 0) - Date.now() - Number(seconds) * 1_000) < 1_000;
  };
  while (!isTold("service") || !isTold("worker") || (ofDatabase && !(await isOff()))) {
    if (Date.now() > until) throw new Error(`The clock was not stepped by ${seconds} s: see ${folder}`);
    await pause(AGAIN_MS);
  }
}
