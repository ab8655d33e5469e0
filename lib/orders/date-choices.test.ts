import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import type { Ticket, TicketedSale } from "#lib/orders/tickets.ts";
import { makeChoice, type OpenChoice, openChoices } from "./date-choices.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const KEY = "HAMLET0001";
const CANCELLED = 5;
const OTHER = 6;

function ticket(id: number, status: string, dateId: number = CANCELLED, paid: number | undefined = 4_500): Ticket {
  const amount = paid === undefined ? {} : { paid: { minor: paid, currency: "NZD" } };
  return { admission: { id, status, eventDateId: dateId, ...amount }, eventDate: { id: dateId } } as unknown as Ticket;
}

/** A sale with one choice, and these tickets. */
function sold(tickets: readonly Ticket[]): TicketedSale {
  const choices = [{ eventDateId: CANCELLED, dates: [] }];
  return { sale: { key: KEY, choices }, reference: "12", tickets } as unknown as TicketedSale;
}

const [open] = openChoices([sold([ticket(31, "CONFIRMED")])]) as [OpenChoice];

const refusal = (path: string, code: string) =>
  fixture.answers({ successful: false, errors: [{ path, code, message: "" }] }, 200);
const closed = refusal("eventDate", "WRONG_STATE");

/** Answers the choice like this, and then what the sale shows. */
function behave(
  choice: Parameters<typeof service.behave>[0],
  shown: { status: string; date: number; choices?: object[] },
) {
  const money = { amount: 45, currency: "NZD" };
  service.behave((response, request) => {
    if (request.path.endsWith("/choice")) return choice(response, request);
    if (request.path.includes("/payment/")) {
      const event = { id: 1, name: "Hamlet" };
      const admissions = [{ id: 31, name: "Adult" }];
      const { choices = [] } = shown;
      return fixture.answers({ key: KEY, status: "CONFIRMED", event, totalPrice: money, admissions, choices })(
        response,
        request,
      );
    }
    if (request.path.includes("/admission/")) {
      const named = { ticketType: { id: 1, name: "Adult" }, eventDate: { id: shown.date, name: "" } };
      return fixture.answers({ id: 31, ...named, price: money, reservationStatus: shown.status })(response, request);
    }
    return fixture.answers({}, 404)(response, request);
  });
}

test("offers a choice for valid tickets of the date alone, with what was paid for them", () => {
  const tickets = [
    ticket(31, "CONFIRMED"),
    ticket(32, "PENDING_GUEST_DETAILS"),
    ticket(33, "REFUNDED"),
    ticket(34, "CONFIRMED", OTHER),
  ];
  const [choice] = openChoices([sold(tickets)]);
  assert.equal(choice?.id, "12-5");
  assert.deepEqual([choice?.tickets.length, choice?.amount], [2, { minor: 9_000, currency: "NZD" }]);
  assert.deepEqual(openChoices([sold([ticket(33, "RETURNED")])]), []);
  const [unpaid] = openChoices([
    sold([
      ticket(31, "CONFIRMED"),
      {
        ...ticket(32, "CONFIRMED"),
        admission: { ...ticket(32, "CONFIRMED").admission, paid: undefined },
      } as unknown as Ticket,
    ]),
  ]);
  assert.equal(unpaid?.amount, undefined, "no amount without what was paid for each");
});

test("sends one choice, and says why a date cannot be moved to", async () => {
  behave(fixture.answers({ successful: true }), { status: "CONFIRMED", date: CANCELLED });
  assert.equal(await makeChoice(open, "keep"), "kept");
  assert.equal(await makeChoice(open, { moveTo: OTHER }), "moved");
  assert.deepEqual(
    service.received.map(({ path, body }) => [path, JSON.parse(body)]),
    [
      [`/v2/order/${KEY}/choice`, { eventDate: CANCELLED, choice: "keep" }],
      [`/v2/order/${KEY}/choice`, { eventDate: CANCELLED, choice: { moveTo: OTHER } }],
    ],
  );
  const results = { SOLD_OUT: "full", NOT_FOUND: "no_date", WRONG_STATE: "refund_under_way" };
  for (const [code, result] of Object.entries(results)) {
    service.behave(refusal("choice.moveTo", code));
    assert.equal(await makeChoice(open, { moveTo: OTHER }), result);
  }
});

test("the same choice made before, or whose answer was lost, is read from the sale; another one is closed", async () => {
  for (const [answer, otherwise] of [
    [closed, "closed"],
    [fixture.answers({}, 500), "not_known"],
  ] as const) {
    behave(answer, { status: "CONFIRMED", date: OTHER });
    assert.equal(await makeChoice(open, { moveTo: OTHER }), "moved");
    assert.equal(await makeChoice(open, { moveTo: 7 }), otherwise);
    assert.equal(await makeChoice(open, "refund"), otherwise);
    behave(answer, { status: "REFUNDED", date: CANCELLED });
    assert.equal(await makeChoice(open, "refund"), "refunded");
    assert.equal(await makeChoice(open, "keep"), otherwise);
    behave(answer, {
      status: "CONFIRMED",
      date: CANCELLED,
      choices: [{ eventDate: CANCELLED, choice: "keep", dates: [] }],
    });
    assert.equal(await makeChoice(open, "keep"), "kept");
    assert.equal(await makeChoice(open, "refund"), otherwise);
  }
});

test("says that nothing changed only when the service certainly did nothing", async () => {
  behave(fixture.answers({}, 429), { status: "CONFIRMED", date: CANCELLED });
  assert.equal(await makeChoice(open, "refund"), "not_made");
  service.behave(fixture.answers({}, 500));
  assert.equal(await makeChoice(open, "refund"), "not_known");
});
