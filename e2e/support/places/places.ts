import type { APIRequestContext, Browser, BrowserContext, TestInfo } from "@playwright/test";
import { type Environment, isOwnSandbox } from "#e2e/support/target/env.ts";
import { VISIT_COOKIE } from "./cart-session.ts";
import { currentRun } from "./runs.ts";
import { cookieOf, placesOfTarget } from "./target-places.ts";

/** A client of Playwright's `request`, which has cookies of its own. */
export type Client = Pick<APIRequestContext, "storageState">;

/** The places of a test at a target whose places are not its own: how many it may take, and what became of them. */
export type Places = {
  /**
   * Records that the test is about to reserve so many places of an event. Waits until the run may, and skips a test that
   * buys when the run has bought its places. Throws when other tests keep the places for too long.
   */
  readonly take: (count: number, event?: number) => Promise<void>;
  /**
   * Records what was reserved after `take`. In a browser it is also recorded at each answer to a form; a client of
   * Playwright's `request` is watched from this call on.
   */
  readonly reserved: (client?: Client) => Promise<void>;
  /**
   * Records that a copy of the test's visit continues in another browser. Without it what that browser has in its cart
   * counts as another reservation.
   */
  readonly continueIn: (copy: BrowserContext) => void;
  /** Throws unless the test has the tag `@buys`, without which the run does not count the places that it pays. */
  readonly paying: () => void;
  /** Releases what the test has reserved. The fixture calls it after each test. */
  readonly releaseAll: () => Promise<void>;
};

/** Capabilities that only the suite's own sandbox offers. A test that needs one never runs elsewhere. */
const OF_SANDBOX = ["@ledger", "@clock", "@faults", "@sandbox"];

export type Needs = {
  readonly env: Environment;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly info: TestInfo;
};

/** Opens the places of a test. In the suite's own sandbox nothing needs a limit, and only forgotten calls are found. */
export function openPlaces(needs: Needs): Places {
  const journal = currentRun(needs.env);
  return isOwnSandbox(needs.env) || journal === undefined ? placesOfSandbox(needs) : placesOfTarget(needs, journal);
}

function placesOfSandbox({ context, env, info }: Needs): Places {
  const runsElsewhere = !info.tags.some((tag) => OF_SANDBOX.includes(tag));
  let isTaken = false;
  return {
    async take() {
      isTaken = true;
    },
    reserved: async () => {},
    continueIn: () => {},
    paying: () => {},
    async releaseAll() {
      if (!runsElsewhere || isTaken || info.status !== info.expectedStatus) return;
      if ((await cookieOf(context, env)).includes(`${VISIT_COOKIE}=`))
        info.annotations.push({
          type: "places",
          description: "reserves without places.take, which a test system with other buyers needs: see docs/qa.md",
        });
    },
  };
}
