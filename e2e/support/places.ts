import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, TestInfo } from "@playwright/test";
import { emptyCart } from "#e2e/pages/empty-cart.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";
import { createdEvents } from "./service-client.ts";
import { type Environment, isOwnSandbox } from "./target/env.ts";
import { openStorefront } from "./target/network.ts";
import { words } from "./words.ts";

/** Places that a run has reserved and not paid, at any time, over all its workers. */
const UNPAID_PLACES_MAX = 10;
/** How long a reservation lasts at most if it is neither paid nor released. */
const RESERVATION_MS = 15 * 60 * 1000;
/** How long a test waits for places that other tests have reserved. */
const WAIT_MS = 90_000;
const POLL_MS = 250;

/** The cookie that holds the visitor's reservations. */
const VISIT_COOKIE = "foyer";

/** The places of a test at a target where other people buy too: how many it may take, and their release. */
export type Places = {
  /**
   * Call before the test reserves so many places of an event. Waits until the run may, and skips a test that buys when
   * the run has bought its places. Throws when other tests keep the places for too long.
   */
  readonly take: (count: number, event?: number) => Promise<void>;
  /** Throws unless the test has the tag `@buys`, without which the run does not count the places that it pays. */
  readonly paying: () => void;
  /** Releases what the test has reserved. The fixture calls it after each test. */
  readonly releaseAll: () => Promise<void>;
};

type Take = { readonly test: string; readonly count: number; readonly buys: boolean; readonly pid: number };
type Entry = { readonly at: number } & (Take | { readonly ended: string });

/** The takes of all workers of a run, one a line, in the folder that Playwright empties at the start of each. */
export const TAKES = "places.jsonl";

type Needs = {
  readonly env: Environment;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly info: TestInfo;
};

/** Opens the places of a test. In the suite's own sandbox nothing needs a limit or a release. */
export function openPlaces({ env, browser, context, info }: Needs): Places {
  if (isOwnSandbox(env)) return { take: async () => {}, paying: () => {}, releaseAll: async () => {} };
  const test = `${info.testId}-${info.project.name}-${info.retry}-${info.repeatEachIndex}`;
  const folder = info.project.outputDir;
  const buys = info.tags.includes("@buys");
  const createdBefore = createdEvents.size;
  /** False while the test takes places of events that this run created, which need no limit. */
  let isLimited = true;
  let hasTaken = false;

  function append(entry: Take | { readonly ended: string }): void {
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, TAKES), `${JSON.stringify({ ...entry, at: Date.now() })}\n`);
  }

  return {
    async take(count, event) {
      isLimited = event === undefined ? createdEvents.size === createdBefore : !createdEvents.has(event);
      if (count === 0 || !isLimited) return;
      hasTaken = true;
      append({ test, count, buys, pid: process.pid });
      const begun = Date.now();
      for (;;) {
        const { bought, unpaid } = takenBy(test, folder);
        info.skip(
          buys && bought > env.paidPlacesMax,
          `buys more than E2E_PAID_PLACES_MAX, ${env.paidPlacesMax} places`,
        );
        if (unpaid <= UNPAID_PLACES_MAX) break;
        if (Date.now() - begun > WAIT_MS)
          throw new Error(`${count} places were not free after ${WAIT_MS} ms: a run reserves ${UNPAID_PLACES_MAX}.`);
        await pause(POLL_MS);
      }
      info.setTimeout(info.timeout + Date.now() - begun);
    },
    paying() {
      if (isLimited && !buys)
        throw new Error(`“${info.title}” pays for places that are not its own: it needs the tag @buys.`);
    },
    async releaseAll() {
      const contexts = new Set([context, ...browser.contexts()]);
      const released = await Promise.all([...contexts].map((one) => release(one, env).catch(() => false)));
      // What could not be released counts until it has expired.
      if (hasTaken && released.every(Boolean)) append({ ended: test });
    },
  };
}

/** Reads the takes of a run. */
export function takesIn(folder: string): readonly Entry[] {
  try {
    const lines = readFileSync(join(folder, TAKES), "utf8").trimEnd().split("\n");
    return lines.map((line): Entry => JSON.parse(line));
  } catch {
    return [];
  }
}

/**
 * Returns the places that the run has bought and reserved up to the last take of a test. Workers need no lock, since the order of
 * the lines decides which of two takes came first.
 */
function takenBy(test: string, folder: string) {
  const entries = takesIn(folder);
  const ended = new Set(entries.flatMap((entry) => ("ended" in entry ? [entry.ended] : [])));
  const last = entries.findLastIndex((entry) => "test" in entry && entry.test === test);
  const takes = entries.slice(0, last + 1).filter((entry) => "test" in entry);
  const isReserved = (take: (typeof takes)[number]) =>
    !ended.has(take.test) && Date.now() - take.at < RESERVATION_MS && isAlive(take.pid);
  return { bought: sum(takes.filter(({ buys }) => buys)), unpaid: sum(takes.filter(isReserved)) };
}

const sum = (takes: readonly Take[]): number => takes.reduce((total, { count }) => total + count, 0);

/** Reservations of a killed worker are not counted: they expire by themselves, and the other tests go on. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Empties the cart of a browser as its visitor would. Returns whether nothing is left reserved. */
async function release(context: BrowserContext, env: Environment): Promise<boolean> {
  const { address } = env;
  /** A failed request of Playwright's would show the HTTP Basic login in the report. */
  const count = async (): Promise<number> => {
    const cookies = await context.cookies(address);
    if (!cookies.some(({ name }) => name === cookieAt(address, VISIT_COOKIE))) return 0;
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await openStorefront(env).fetch("/api/open-cart", { headers: { Cookie } });
    const { cart } = (await answer.json()) as { readonly cart?: { readonly count: number } | null };
    return cart?.count ?? 0;
  };
  await context.setOffline(false);
  if ((await count()) === 0) return true;
  const page = await context.newPage();
  await page.goto(`${address}/${words.language}/cart`);
  await emptyCart(page);
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await count()) === 0) return true;
    await pause(POLL_MS);
  }
  return false;
}
