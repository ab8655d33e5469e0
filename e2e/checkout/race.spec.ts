import type { Page, PlaywrightWorkerArgs } from "@playwright/test";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { LedgerEntry, Sandbox } from "#e2e/support/sandbox.ts";
import { type FormResult, type ScriptlessBuyer, scriptlessBuyer } from "#e2e/support/scriptless-buyer.ts";
import type { ServiceClient } from "#e2e/support/service-client.ts";
import type { Environment } from "#e2e/support/target/env.ts";

const BUYERS = 40;
const PLACES = 7;
/** How many times each buyer clicks the pay button. */
const CLICKS = 2;

// Serial: each race opens many sessions.
test.describe.configure({ mode: "default" });

type Race = {
  readonly env: Environment;
  readonly serviceClient: ServiceClient;
  readonly sandbox: Sandbox;
  readonly page: Page;
  readonly playwright: PlaywrightWorkerArgs["playwright"];
  readonly name: string;
  /** The price of a ticket. Each race has its own, since amounts identify its charges in the ledger. */
  readonly price: number;
  readonly buyers: number;
  /** The number of places beyond the capacity that the service sells, in the negative control. */
  readonly oversold?: number;
};

type Entrant = { readonly buyer: ScriptlessBuyer; readonly quantity: number; readonly result: FormResult };

/**
 * All buyers concurrently reserve one or two of the last places. Then those with a reservation concurrently pay, each
 * with two clicks. Returns a line for each violation.
 */
async function race({ env, serviceClient, sandbox, page, playwright, ...options }: Race): Promise<readonly string[]> {
  const { name, price, buyers, oversold } = options;
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name,
    capacity: PLACES,
    ticketTypes: [{ name: "Stalls", price: price.toFixed(2) }],
  });
  if (oversold !== undefined) await sandbox.oversell(eventId, oversold);
  const ticketType = ticketTypeIds[0]?.[0] ?? 0;
  const openBuyer = async (at: number) => {
    const extraHTTPHeaders = { "X-Forwarded-For": `172.${16 + (at >> 8)}.${at & 255}.1` };
    return scriptlessBuyer(await playwright.request.newContext({ baseURL: env.address, extraHTTPHeaders }), env, page);
  };
  const entrants = await Promise.all(
    Array.from({ length: buyers }, async (_, at): Promise<Entrant> => {
      const buyer = await openBuyer(at);
      const quantity = 1 + (at % 2);
      return { buyer, quantity, result: await buyer.reserve(eventId, ticketType, quantity) };
    }),
  );
  const winners = entrants.filter(({ result }) => result.path === "/en/checkout");
  const losers = entrants.filter(({ result }) => result.path !== "/en/checkout");
  const payments = await Promise.all(
    winners.map(async ({ buyer }) => {
      expect(await buyer.giveDetails(ADA)).toMatchObject({ path: "/en/checkout/pay" });
      return buyer.pay(env.goodCard, CLICKS);
    }),
  );
  await Promise.all(entrants.map(({ buyer }) => buyer.dispose()));

  const ledger = await Promise.all([1, 2].map((quantity) => sandbox.ledger((price * quantity).toFixed(2))));
  return [
    ...exactly(PLACES, sumOf(winners), "places reserved"),
    ...exactly(0, Number(await serviceClient.placesLeft(ticketType)), "places left"),
    ...exactly(winners.length, capturesIn(ledger.flat()), "charges"),
    ...exactly(PLACES, capturesIn(ledger[0] ?? []) + 2 * capturesIn(ledger[1] ?? []), "places charged"),
    ...payments.flatMap((results) => (results.some(hasTickets) ? [] : [`paid: ${JSON.stringify(results)}`])),
    ...losers.flatMap(({ result }) => (REFUSAL.test(result.alert) ? [] : [`refused: ${result.path}${result.alert}`])),
  ];
}

/** The third text is shown when fewer places are left once the page with the refusal is rendered. */
const REFUSAL =
  /Stalls is sold out\.|Only 1 Stalls is left, so we lowered the number\.|These tickets couldn’t be reserved\./;

const hasTickets = ({ path }: FormResult) => path.startsWith("/en/sales/");
const sumOf = (winners: readonly Entrant[]) => winners.reduce((sum, { quantity }) => sum + quantity, 0);
const capturesIn = (entries: readonly LedgerEntry[]) => entries.filter(({ kind }) => kind === "capture").length;

function exactly(wanted: number, found: number, what: string): readonly string[] {
  return found === wanted ? [] : [`${what}: ${found} instead of ${wanted}`];
}

test("P28: buyers who race for the last places get exactly those and are charged once each, the others are refused; a service that oversells is found (control)", {
  tag: ["@purchase", "@service", "@ledger", "@faults", "@sandbox", "@once"],
}, async ({ env, serviceClient, sandbox, page, playwright, uniqueName }) => {
  test.slow();
  const common = { env, serviceClient, sandbox, page, playwright, name: uniqueName("Pericles"), price: 73.41 };
  expect(await race({ ...common, buyers: BUYERS * env.raceSize })).toEqual([]);

  const control = { env, serviceClient, sandbox, page, playwright, name: uniqueName("Philaster"), price: 73.43 };
  const violations = await race({ ...control, buyers: 12, oversold: 100 });
  expect(violations).toEqual([
    "places reserved: 18 instead of 7",
    "places left: 89 instead of 0",
    "places charged: 18 instead of 7",
  ]);
});
