import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import {
  quoteReturn,
  type ReturnableTicket,
  refundedTickets,
  refundTickets,
  reopenedDates,
  requestReturn,
  returnableTickets,
  returnOptionOf,
  shownRequests,
} from "./return-tickets.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

/** Only a ticket's keys are read. */
function chosen(...saleKeys: readonly string[]): readonly ReturnableTicket[] {
  return saleKeys.map(
    (key, at) => ({ sale: { sale: { key } }, ticket: { admission: { id: 31 + at } } }) as unknown as ReturnableTicket,
  );
}

const refunded = (state: string) => fixture.answers({ successful: true, refund: { state } }, 200);
const refund = () => refundTickets(chosen("HAMLET0001"), "key");

test("says that nothing was refunded only when the service certainly did nothing", async () => {
  service.behave(fixture.answers({}, 429));
  assert.equal(await refund(), "not_made");
  service.behave(fixture.answers({}, 500));
  assert.equal(await refund(), "not_known");
  service.behave((response, request) =>
    (/HAMLET0001|refundQuote/.test(request.path) ? refunded("REFUNDED") : fixture.answers({}, 429))(response, request),
  );
  assert.equal(await refundTickets(chosen("HAMLET0001", "TEMPEST001"), "key"), "not_known");
});

test("a refund that a voucher cannot take back is not said to be made: the organiser was asked, or decides about that part", async () => {
  service.behave(fixture.answers({ successful: true, requested: true }, 200));
  assert.equal(await refund(), "asked");
  const voucher = { state: "WAITING", amount: { amount: 20, currency: "NZD" } };
  service.behave(fixture.answers({ successful: true, refund: { state: "REFUNDED", voucher } }, 200));
  assert.equal(await refund(), "voucher_waits");
  service.behave(fixture.answers({ successful: true, refund: { state: "REFUNDED", voucher: { state: "LEFT" } } }, 200));
  assert.equal(await refund(), "refunded");
});

test("where the organiser decides about one of two sales, nothing is refunded: both are requested; the control refunds both", async () => {
  const paths = async (quote: object) => {
    const asked = fixture.answers({ successful: true, ...quote }, 200);
    service.behave((response, request) =>
      (request.path.endsWith("/refundQuote") ? asked : refunded("REFUNDED"))(response, request),
    );
    const result = await refundTickets(chosen("HAMLET0001", "TEMPEST001"), "key");
    return [result, ...service.received.map(({ path }) => path.split("/order/")[1])];
  };
  assert.deepEqual(await paths({ requested: true }), [
    "asked",
    "refundQuote",
    "HAMLET0001/refundRequest",
    "TEMPEST001/refundRequest",
  ]);
  assert.deepEqual(await paths({ quote: { amount: { amount: 76, currency: "NZD" } } }), [
    "refunded",
    "refundQuote",
    "HAMLET0001/refundByBuyer",
    "TEMPEST001/refundByBuyer",
  ]);
});

test("a request whose answer was lost is not taken for one that was not sent", async () => {
  service.behave(fixture.answers({}, 429));
  assert.equal(await requestReturn(chosen("HAMLET0001"), "Ill"), "not_made");
  service.behave(fixture.answers({}, 500));
  assert.equal(await requestReturn(chosen("HAMLET0001"), "Ill"), "no_answer");
});

test("shows open and declined requests for the tickets that are valid and not requested again", () => {
  const tickets = [31, 32, 33].map((id) => ({ admission: { id, status: id === 33 ? "REFUNDED" : "CONFIRMED" } }));
  const refundRequests = [
    { state: "DECLINED", admissionIds: [31, 32], declineReason: "Sold out." },
    { state: "APPROVED", admissionIds: [33] },
    { state: "OPEN", admissionIds: [31, 33] },
  ];
  const sale = { sale: { refundRequests }, tickets } as unknown as TicketedSale;
  assert.deepEqual(shownRequests([sale]), [
    { state: "DECLINED", admissionIds: [32], declineReason: "Sold out." },
    { state: "OPEN", admissionIds: [31] },
  ]);
});

test("for tickets paid in cash the buyer can only request a refund", () => {
  const money = (minor: number) => ({ minor, currency: "NZD" });
  const admission = { id: 31, status: "CONFIRMED", paid: money(4_750), fee: money(250) };
  const ticket = { admission, eventDate: { startsAt: "2099-12-04T08:30:00Z" } };
  const policy = { untilHoursBefore: 24, percentage: 100, keepsFee: false };
  const ways = (...methods: readonly string[]) => {
    const sale = { status: "CONFIRMED", refundPolicy: policy, payments: methods.map((method) => ({ method })) };
    const sales = [{ sale, tickets: [ticket] }] as unknown as readonly TicketedSale[];
    return returnableTickets(sales, new Date("2026-11-23")).map(({ returnOption }) => returnOption.way);
  };
  assert.deepEqual(
    [ways("CREDIT_CARD"), ways("CASH"), ways("CREDIT_CARD", "CASH")],
    [["refund"], ["request"], ["request"]],
  );
});

test("says what a moved date gives back and until when, and nothing where that is nothing", () => {
  const of = (changed: object, paid = aud(4750)) => {
    const movedFrom = {
      eventDateId: 9,
      startsAt: "2027-02-01T00:00:00Z",
      by: "ORGANISER",
      refundUntil: "2027-02-11T09:00:00Z",
    };
    const eventDate = { id: 9, startsAt: STARTS_AT, timeZone: "UTC" };
    const ticket = { admission: { ...ADMISSION, paid, movedFrom: { ...movedFrom, ...changed } }, eventDate };
    const sale = { status: "CONFIRMED", refundPolicy: POLICY, payments: [] };
    return reopenedDates([{ sale, tickets: [ticket] }] as unknown as TicketedSale[], LATE, "en").get(9);
  };
  assert.equal(of({})?.replace(/\s/g, " "), "Full refund until Thu, 11 Feb, 9:00 am.");
  assert.equal(of({ refundUntil: undefined }), undefined);
  assert.equal(of({ by: "BUYER" }), undefined);
  assert.equal(of({}, aud(0)), undefined);
});

test("a cancelled ticket can be returned only where nothing else is offered for it", () => {
  const of = (changed: object, paid = aud(4750)) => {
    const ticket = {
      admission: { ...ADMISSION, paid },
      eventDate: { id: 9, startsAt: TICKET.startsAt },
      cancelled: "date",
    };
    const sale = { status: "CONFIRMED", refundPolicy: POLICY, payments: [] };
    const order = { sale, tickets: [{ ...ticket, ...changed }] } as unknown as TicketedSale;
    return returnableTickets([order], NOW).map(({ returnOption }) => returnOption.way);
  };
  assert.deepEqual(of({}), ["request"]);
  assert.deepEqual(of({ isRefunding: true }), []);
  assert.deepEqual(of({ choice: { eventDateId: 9, dates: [] } }), []);
  assert.deepEqual(of({}, aud(0)), []);
  assert.deepEqual(of({ cancelled: undefined }), ["refund"]);
});

/** An order of one sale that saved something, or nothing, with two tickets. */
function order(saved: boolean, sale: object = {}) {
  const savings = saved ? [{ name: "Pair" }] : [];
  const tickets = [31, 32].map((id) => ({ admission: { id } }));
  const sales = [{ sale: { key: "HAMLET0001", savings, ...sale }, tickets }] as unknown as readonly TicketedSale[];
  const all = tickets.map((ticket) => ({ ticket, sale: sales[0] })) as unknown as readonly ReturnableTicket[];
  return { sales, all };
}

test("the service says what tickets give back where that is not the sum of their shares", async () => {
  const amount = { amount: 0, currency: "NZD" };
  const quote = { amount, rest: { quantity: 1, price: amount, lostSavings: ["Pair"] } };
  service.behave(fixture.answers({ successful: true, quote }, 200));
  const ask = ({ sales, all }: ReturnType<typeof order>) => quoteReturn(sales, all);
  const nothing = { minor: 0, currency: "NZD" };
  const said = { amount: nothing, rest: { quantity: 1, price: nothing, lostSavings: ["Pair"] } };
  assert.deepEqual(await ask(order(true)), said);
  assert.deepEqual(await ask(order(false, { refundPolicy: { percentage: 80 } })), said);
  service.behave(() => assert.fail("a whole refund without a saving is not asked for"));
  assert.equal(await ask(order(false, { refundPolicy: { percentage: 100 } })), undefined);
  service.behave(
    fixture.answers({ successful: false, errors: [{ path: "admissions[0]", code: "CLOSED", message: "" }] }, 200),
  );
  assert.equal(await ask(order(true)), "closed");
  service.behave(fixture.answers({ successful: false, errors: [{ path: "", code: "NOT_FOUND", message: "" }] }, 404));
  assert.equal(await ask(order(true)), undefined);
});

test("what was given back for tickets is read from their refunds", () => {
  const refund = (minor: number, admissionIds: readonly number[], isUnderWay = false) => {
    return { amount: { minor, currency: "NZD" }, admissionIds, isUnderWay };
  };
  const given = (...refunds: readonly object[]) =>
    refundedTickets(order(true, { refunds }).sales, [31, 32])?.amount.minor;
  assert.equal(given(refund(4_750, [31, 32]), refund(999, [33])), 4_750);
  assert.equal(given(refund(4_750, [31]), refund(0, [32])), 4_750);
  assert.equal(given(refund(4_750, [31])), undefined);
  assert.equal(given(refund(4_750, [31]), refund(4_750, [32], true)), undefined);
});

test("an unknown sale closes the return; an unknown address means that the service does not have the call", async () => {
  const notFound = (path: string) =>
    fixture.answers({ successful: false, errors: [{ path, code: "NOT_FOUND", message: "" }] }, 404);
  service.behave(notFound("key"));
  assert.equal(await refund(), "closed");
  service.behave(notFound(""));
  assert.equal(await refund(), "not_offered");
});

const NOW = new Date("2027-02-10T00:00:00Z");
const STARTS_AT = "2027-02-12T00:00:00Z";
const POLICY = { untilHoursBefore: 24, percentage: 100, keepsFee: false };
const aud = (minor: number) => ({ minor, currency: "AUD" });
const LATE = new Date("2027-02-11T08:00:00Z");
const ADMISSION = { status: "CONFIRMED", paid: aud(4750), fee: aud(250) } as const;
const TICKET = { admission: ADMISSION, startsAt: STARTS_AT, isCancelled: false, policy: POLICY };

test("a ticket is refunded with what was paid for it, until the policy's hours before the date", () => {
  assert.deepEqual(returnOptionOf(TICKET, NOW), { way: "refund", amount: aud(4750) });
  assert.deepEqual(returnOptionOf(TICKET, new Date("2027-02-10T23:59:59.999Z")), { way: "refund", amount: aud(4750) });
  assert.deepEqual(returnOptionOf(TICKET, new Date("2027-02-11T00:00:00Z")), { way: "request" });
});

test("a moved date reopens the refund until the day that the service states, and a later deadline of the policy stays", () => {
  const wayAt = (now: string, reopenedUntil?: string) =>
    returnOptionOf({ ...TICKET, reopenedUntil }, new Date(now))?.way;
  assert.equal(wayAt("2027-02-11T00:00:00Z", "2027-02-12T09:00:00Z"), "refund");
  assert.equal(wayAt("2027-02-12T08:59:59Z", "2027-02-12T09:00:00Z"), "refund");
  assert.equal(wayAt("2027-02-12T09:00:00Z", "2027-02-12T09:00:00Z"), "request");
  assert.equal(wayAt("2027-02-10T23:00:00Z", "2027-01-01T09:00:00Z"), "refund");
  // At most until the start, which is also what the service states then.
  assert.equal(wayAt("2027-02-11T00:00:00Z", TICKET.startsAt), "refund");
});

test("the fee may be kept, and a part is rounded down", () => {
  const refund = (paid: number, fee: number, policy: object) =>
    returnOptionOf(
      { ...TICKET, admission: { ...ADMISSION, paid: aud(paid), fee: aud(fee) }, policy: { ...POLICY, ...policy } },
      NOW,
    );
  assert.deepEqual(refund(4750, 250, { keepsFee: true }), { way: "refund", amount: aud(4500) });
  assert.deepEqual(refund(4751, 250, { percentage: 50 }), { way: "refund", amount: aud(2375) });
  assert.deepEqual(refund(100, 250, { keepsFee: true }), { way: "refund", amount: aud(0) });
});

test("the organiser decides about a cancelled date, and where the policy gives nothing", () => {
  assert.deepEqual(returnOptionOf({ ...TICKET, isCancelled: true }, NOW), { way: "request" });
  assert.deepEqual(returnOptionOf({ ...TICKET, policy: null }, NOW), { way: "request" });
  assert.deepEqual(returnOptionOf({ ...TICKET, policy: { ...POLICY, percentage: 0 } }, NOW), { way: "request" });
  assert.deepEqual(returnOptionOf({ ...TICKET, startsAt: undefined }, NOW), { way: "request" });
});

test("a used or returned ticket cannot be returned", () => {
  const back = (changed: object) => returnOptionOf({ ...TICKET, admission: { ...ADMISSION, ...changed } }, NOW);
  assert.equal(back({ status: "REFUNDED" }), undefined);
  assert.equal(back({ status: "RETURNED" }), undefined);
  assert.equal(back({ admittedAt: "2027-02-09T00:00:00Z" }), undefined);
  assert.deepEqual(back({ status: "PENDING_GUEST_DETAILS" }), { way: "refund", amount: aud(4750) });
});
