import { test as base } from "@playwright/test";
import { beginTrouble, collectedTrouble, watchBrowser, watchNode } from "./collect-trouble.ts";
import { ignoreLateRoutes } from "./late-routes.ts";
import { configuration } from "./target/env.ts";
import { TROUBLE } from "./trouble.ts";

type Fixtures = {
  /** Attaches what went wrong with the target during the test to its result. */
  readonly trouble: undefined;
};

type WorkerFixtures = {
  /** Records the trouble of requests that Node sends. */
  readonly watched: undefined;
};

/** Records what goes wrong with the target, in each browser context and in each request of the suite itself. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  trouble: [
    async ({ browserName: _ }, use, info) => {
      beginTrouble();
      await use(undefined);
      const trouble = collectedTrouble();
      if (trouble.length === 0) return;
      await info.attach(TROUBLE, { body: JSON.stringify(trouble), contentType: "application/json" });
    },
    { auto: true },
  ],
  watched: [
    ({ browserName: _ }, use) => {
      watchNode(targetOrigins());
      return use(undefined);
    },
    { auto: true, scope: "worker" },
  ],
  browser: [
    async ({ browser }, use) => {
      watchBrowser(browser, targetOrigins());
      ignoreLateRoutes(browser);
      await use(browser);
    },
    { scope: "worker" },
  ],
});

/** Returns the origins of the storefront and the ticketing service. */
function targetOrigins(): readonly string[] {
  const { address, service } = configuration();
  return [address, service].flatMap((url) => (url === undefined ? [] : new URL(url).origin));
}
