import { createHash } from "node:crypto";
import { type BrowserContext, test as base, type TestInfo } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { type AnyTickets, openAnyTickets, reserveByForm } from "./any-tickets.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { type Expiry, openExpiry } from "./expiry.ts";
import { attachPictures } from "./failure-pictures.ts";
import { ignoreLateRoutes } from "./late-routes.ts";
import { type MailboxReader, openMailbox } from "./mailbox.ts";
import { type Money, openMoney } from "./money.ts";
import { openPlaces, type Places } from "./places.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";
import type { BuyerInput } from "./scriptless-buyer.ts";
import { createdEvents, type OnSale, openServiceClient, type PutOnSale, type ServiceClient } from "./service-client.ts";
import { ALL_CAPABILITIES, type Capability, offers, reasonToLeaveOut, WAITING } from "./target/capabilities.ts";
import { type Environment, environment, isOwnSandbox } from "./target/env.ts";
import { trustAuthority, verifiedKeyOf } from "./target/network.ts";
import { refuseUnlessTestSystem } from "./target/target.ts";
import { watchForTrouble } from "./trouble.ts";
import { markOf } from "./withdraw-leftovers.ts";
import { words } from "./words.ts";

type Fixtures = {
  readonly env: Environment;
  /** Skips a test that needs what the target does not offer. The reason is in the report. */
  readonly leaveOut: undefined;
  readonly words: typeof words;
  /** Needs the capability `service`. */
  readonly serviceClient: ServiceClient;
  /** Needs the capability `ledger`, `clock` or `faults`. */
  readonly sandbox: Sandbox;
  /** The messages that buyers get. Needs the capability `mail`. */
  readonly mailbox: MailboxReader;
  readonly event: ReturnType<typeof eventPage>;
  readonly cart: ReturnType<typeof cartPage>;
  readonly checkout: ReturnType<typeof checkoutPage>;
  readonly tickets: ReturnType<typeof ticketPage>;
  /** The events that the target's storefront publishes. */
  readonly catalogue: Catalogue;
  /** Tickets at any target: of an event that the test creates, or of one that is found on sale. */
  readonly anyTickets: AnyTickets;
  /** Attaches a picture of each page to a failed test without a trace, with the fields of a card covered. */
  readonly failurePictures: undefined;
  /** Limits and releases what a test reserves at a target that is not the suite's own sandbox. */
  readonly places: Places;
  /** Lets a reservation expire: at once, or by waiting where the target does not offer `clock`. Needs the tags `@expiry` and `@slow`. */
  readonly expiry: Expiry;
  /** A buyer whose email address names the run and the test. */
  readonly buyer: BuyerInput;
  /** Appends a suffix that no other test uses, of this run or of an earlier one at the same target. */
  readonly uniqueName: (name: string) => string;
  /** Creates an event and reserves `quantity` (1) of its first ticket type. The page is then the checkout. */
  readonly putOnSaleAndReserve: (name: string, options?: Reserve) => Promise<OnSale>;
  /** Returns the price of the running project. Tests identify their charges in the ledger by the amount. */
  readonly perProject: <Price>(prices: { readonly desktop: Price; readonly phone: Price }) => Price;
};

type WorkerFixtures = {
  /** Repeats the handshake before a worker's first test: the target may have changed since the run began. */
  readonly target: { readonly verifiedKey: string | undefined };
  /** An amount of the events that tests create, as the pages show it. */
  readonly money: Money;
  /** A currency that is not the account's. */
  readonly otherCurrency: string;
};
const MARK = markOf(Date.now());

/** The time to release what a test has reserved, beside the time of the test itself. */
const PLACES_MS = 120_000;

type Reserve = Omit<PutOnSale, "name"> & { readonly quantity?: number };

export const test = base.extend<Fixtures, WorkerFixtures>({
  target: [
    async ({ browserName: _ }, use) => {
      const env = environment();
      trustAuthority(env);
      await refuseUnlessTestSystem(env);
      await use({ verifiedKey: verifiedKeyOf(env) });
    },
    { scope: "worker", auto: true },
  ],
  money: [async ({ target: _ }, use) => use(await openMoney(environment())), { scope: "worker" }],
  otherCurrency: [({ money }, use) => use(money("1.00") === money("1.00", "AUD") ? "EUR" : "AUD"), { scope: "worker" }],
  launchOptions: [
    ({ launchOptions, browserName, target: { verifiedKey } }, use) => {
      if (verifiedKey === undefined || browserName !== "chromium") return use(launchOptions);
      const accept = `--ignore-certificate-errors-spki-list=${verifiedKey}`;
      return use({ ...launchOptions, args: [...(launchOptions.args ?? []), accept] });
    },
    { scope: "worker" },
  ],
  // Firefox and WebKit cannot accept a single certificate, so they ignore every error, but only if Node has verified the target.
  ignoreHTTPSErrors: ({ browserName, target: { verifiedKey } }, use) =>
    use(verifiedKey !== undefined && browserName !== "chromium"),
  browser: [
    async ({ browser, browserName, target: { verifiedKey } }, use) => {
      ignoreLateRoutes(browser);
      if (verifiedKey !== undefined && browserName !== "chromium") {
        const { host } = new URL(environment().address);
        const newContext = browser.newContext.bind(browser);
        browser.newContext = async (options) => {
          const context = await newContext(options);
          await context.route(
            (url) => url.protocol === "https:" && url.host !== host,
            (route) => route.abort(),
          );
          return context;
        };
      }
      await use(browser);
    },
    { scope: "worker" },
  ],
  env: ({ browserName: _ }, use) => use(environment()),
  leaveOut: [
    async ({ env, browserName }, use, info) => {
      assertDeclared(info, ...ALL_CAPABILITIES);
      const reason = reasonToLeaveOut(info.tags, env, { project: info.project.name, engine: browserName });
      info.skip(reason !== undefined, reason);
      await use(undefined);
    },
    { auto: true },
  ],
  words: ({ browserName: _ }, use) => use(words),
  serviceClient: ({ env }, use, info) => {
    assertDeclared(info, "service");
    return use(openServiceClient(env));
  },
  sandbox: ({ env }, use, info) => {
    assertDeclared(info, "ledger", "clock", "faults");
    return use(openSandbox(env));
  },
  mailbox: ({ env }, use, info) => {
    assertDeclared(info, "mail");
    return use(openMailbox(env));
  },
  event: ({ page, places }, use) => use(eventPage(page, places)),
  cart: ({ page }, use) => use(cartPage(page)),
  checkout: ({ page, env, places }, use) => use(checkoutPage(page, env, places)),
  tickets: ({ page }, use) => use(ticketPage(page)),
  catalogue: ({ page, env }, use) => use(openCatalogue(page, env)),
  expiry: async ({ page, env, checkout }, use, info) => {
    if (!WAITING.every((tag) => info.tags.includes(tag))) assertDeclared(info, "clock");
    await use(await openExpiry({ page, env, checkout }));
  },
  places: [
    async ({ leaveOut: _, env, browser, context }, use, info) => {
      const places = openPlaces({ env, browser, context, info });
      const take: Places["take"] = async (...wanted) => {
        assertDeclared(info, "purchase");
        await places.take(...wanted);
      };
      const watch = (one: BrowserContext) => watchForTrouble(one, env.address, info);
      // Tests of the suite's own sandbox stop it on purpose, and there trouble is a failure.
      if (!isOwnSandbox(env)) {
        watch(context);
        browser.on("context", watch);
      }
      await use({ ...places, take });
      browser.off("context", watch);
      await places.releaseAll();
      if (!isOwnSandbox(env)) await withdrawCreated(env);
    },
    { auto: true, timeout: PLACES_MS },
  ],
  // After `places`, so that it takes its pictures before that empties the cart.
  failurePictures: [
    async ({ places: _, browser, context, trace }, use, info) => {
      await use(undefined);
      const mode = typeof trace === "string" ? trace : trace?.mode;
      if (mode === "off" && info.status !== info.expectedStatus) await attachPictures(browser, context, info);
    },
    { auto: true },
  ],
  anyTickets: ({ page, env, event, catalogue, places, uniqueName }, use, info) => {
    assertDeclared(info, "catalogue", "purchase");
    const serviceClient = offers(env, "service") ? openServiceClient(env) : undefined;
    return use(openAnyTickets({ page, env, event, catalogue, places, serviceClient, uniqueName }));
  },
  putOnSaleAndReserve: ({ page, env, places, serviceClient, uniqueName }, use) =>
    use(async (name, { quantity = 1, ...sale } = {}) => {
      const onSale = await serviceClient.putOnSale({ name: uniqueName(name), ...sale });
      const { eventId, ticketTypeIds } = onSale;
      await reserveByForm({ page, env, places }, eventId, ticketTypeIds[0]?.[0] ?? 0, quantity);
      return onSale;
    }),
  extraHTTPHeaders: ({ env }, use, info) =>
    use(isOwnSandbox(env) ? { "X-Forwarded-For": clientAddressOf(`${info.testId} ${info.retry}`) } : {}),
  buyer: ({ env }, use, { testId, workerIndex, retry }) =>
    use({
      firstName: "Quality",
      lastName: "Assurance",
      email: env.email.replace("@", `+${Date.now().toString(36)}-${workerIndex}-${testId.slice(-6)}${retry}@`),
    }),
  perProject: ({ browserName: _ }, use, info) =>
    use((prices) => (info.project.name.endsWith("phone") ? prices.phone : prices.desktop)),
  uniqueName: ({ browserName }, use, info) =>
    use((name) => `${name} ${MARK} ${info.testId.slice(-6)}${info.project.name[0]}${browserName[0]}${info.retry}`),
});

/** Withdraws what the test has put on sale at a system that is not ours. What fails is left to the next run. */
async function withdrawCreated(env: Environment): Promise<void> {
  for (const id of createdEvents) {
    await openServiceClient(env)
      .withdraw(id)
      .catch(() => {});
    createdEvents.delete(id);
  }
}

/** Throws unless a tag of the test names one of these capabilities, so that a target that offers less leaves the test out. */
function assertDeclared({ tags, title }: TestInfo, ...wanted: readonly Capability[]): void {
  if (wanted.some((capability) => tags.includes(`@${capability}`))) return;
  throw new Error(
    `“${title}” needs the tag @${wanted.join(" or @")}: see "What runs, and what is left out" in docs/qa.md.`,
  );
}

/** Returns a client address for each test, so that limits per network never count two tests together. */
function clientAddressOf(name: string): string {
  const [a = 0, b = 0] = createHash("sha256").update(name).digest();
  return `10.${a}.${b}.1`;
}

export { expect } from "@playwright/test";
