import type { Page, PlaywrightWorkerArgs } from "@playwright/test";
import type { Environment } from "#e2e/support/env.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { LedgerEntry, Sandbox } from "#e2e/support/sandbox.ts";
import { type FormResult, type ScriptlessBuyer, scriptlessBuyers } from "#e2e/support/scriptless-buyers.ts";
import type { ServiceClient } from "#e2e/support/service-client.ts";

const BUYERS = 40;
const PLACES = 7;
/** A buyer who presses the button twice. */
const PRESSES = 2;

// One after the other: each has many buyers of its own.
test.describe.configure({ mode: "default" });

type Race = {
  readonly env: Environment;
  readonly serviceClient: ServiceClient;
  readonly sandbox: Sandbox;
  readonly page: Page;
  readonly playwright: PlaywrightWorkerArgs["playwright"];
  readonly name: string;
  /** Of one ticket. The ledger tells the charges of a race apart by their amounts, so each has a price of its own. */
  readonly price: number;
  readonly buyers: number;
  /** So many places more than the venue has are let go by the service. */
  readonly oversold?: number;
};

type Entered = { readonly buyer: ScriptlessBuyer; readonly quantity: number; readonly led: FormResult };

/**
 * Every buyer wants a ticket or two of the last places at once; then whoever got some pays, all of them at once, each
 * with two presses. Returns what is wrong with the result, a line each.
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
  const enter = scriptlessBuyers(env, playwright.request, page);
  const entered = await Promise.all(
    Array.from({ length: buyers }, async (_, at): Promise<Entered> => {
      const buyer = await enter(at);
      const quantity = 1 + (at % 2);
      return { buyer, quantity, led: await buyer.reserve(eventId, ticketType, quantity) };
    }),
  );
  const winners = entered.filter(({ led }) => led.path === "/en/checkout");
  const losers = entered.filter(({ led }) => led.path !== "/en/checkout");
  const led = await Promise.all(winners.map(({ buyer }) => buyer.pay(env.goodCard, PRESSES)));
  await Promise.all(entered.map(({ buyer }) => buyer.dispose()));

  const ledger = await Promise.all([1, 2].map((quantity) => sandbox.ledger((price * quantity).toFixed(2))));
  return [
    ...exactly(PLACES, sumOf(winners), "places reserved"),
    ...exactly(0, Number(await serviceClient.placesLeft(ticketType)), "places left"),
    ...exactly(winners.length, capturesIn(ledger.flat()), "charges"),
    ...exactly(PLACES, capturesIn(ledger[0] ?? []) + 2 * capturesIn(ledger[1] ?? []), "places charged"),
    ...led.flatMap((answers) => (answers.some(leadsToTickets) ? [] : [`paid, and led to ${JSON.stringify(answers)}`])),
    ...losers.flatMap(({ led }) => (SAYS_WHAT_IS_LEFT.test(led.alert) ? [] : [`refused: ${led.path}${led.alert}`])),
  ];
}

/** The last one is for a page that was drawn after the refusal, when even fewer were left. */
const SAYS_WHAT_IS_LEFT = /Stalls is sold out\.|Only 1 Stalls is left\.|These tickets couldn’t be reserved\./;

const leadsToTickets = ({ path }: FormResult) => path.startsWith("/en/sales/");
const sumOf = (winners: readonly Entered[]) => winners.reduce((sum, { quantity }) => sum + quantity, 0);
const capturesIn = (entries: readonly LedgerEntry[]) => entries.filter(({ kind }) => kind === "capture").length;

function exactly(wanted: number, found: number, what: string): readonly string[] {
  return found === wanted ? [] : [`${what}: ${found} in place of ${wanted}`];
}

test("P28: buyers who race for the last places get exactly those, are told what is left, and are charged once each", {
  tag: ["@purchase", "@sandbox-only", "@once"],
}, async ({ env, serviceClient, sandbox, page, playwright, uniqueName }) => {
  test.slow();
  const common = { env, serviceClient, sandbox, page, playwright, name: uniqueName("Pericles"), price: 73.41 };
  expect(await race({ ...common, buyers: BUYERS * env.raceSize })).toEqual([]);
});

test("P28: the control: where the service lets more places go than there are, the same race tells so", {
  tag: ["@sandbox-only", "@once"],
}, async ({ env, serviceClient, sandbox, page, playwright, uniqueName }) => {
  test.slow();
  const common = { env, serviceClient, sandbox, page, playwright, name: uniqueName("Philaster"), price: 73.43 };
  const wrong = await race({ ...common, buyers: 12, oversold: 100 });
  expect(wrong).toEqual([
    "places reserved: 18 in place of 7",
    "places left: 89 in place of 0",
    "places charged: 18 in place of 7",
  ]);
});
