import assert from "node:assert/strict";
import { test } from "node:test";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { Saving } from "#lib/ticketing/model/pricing.ts";
import { paymentOfOrder, receiptOfOrder } from "./order.ts";
import type { TicketedSale } from "./tickets.ts";

const nzd = (minor: number) => ({ minor, currency: "NZD" });

function ticket(ticketTypeName: string, section: string, price: number) {
  const admission = { ticketTypeName, section, price: nzd(price), fee: nzd(0) } as Admission;
  return { admission, eventDate: undefined };
}

function sold(
  id: number,
  total: number,
  tickets: TicketedSale["tickets"],
  savings: readonly Saving[] = [],
): TicketedSale {
  const sale = { eventName: `Event ${id}`, total: nzd(total), savings } as TicketedSale["sale"];
  return { sale, reference: String(id), event: undefined, venue: undefined, tickets };
}

test("one receipt has the lines of all events, each saving once, and one grand total", () => {
  const pass = (minor: number) => [{ rule: "festival:1", name: "Weekend pass", amount: nzd(minor) }];
  const receipt = receiptOfOrder([
    sold(12, 9_690, [ticket("Adult", "Floor", 5_700), ticket("Adult", "Floor", 5_700)], pass(1_710)),
    sold(9, 9_945, [ticket("Adult", "Stalls", 6_550), ticket("Adult", "Circle", 5_150)], pass(1_755)),
  ]);
  assert.deepEqual(
    receipt?.events.map(({ name, lines }) => [
      name,
      ...lines.map((line) => `${line.quantity} × ${line.name}, ${line.section} ${line.total.minor}`),
    ]),
    [
      ["Event 12", "2 × Adult, Floor 11400"],
      ["Event 9", "1 × Adult, Stalls 6550", "1 × Adult, Circle 5150"],
    ],
  );
  assert.deepEqual(receipt?.savings, [{ rule: "festival:1", name: "Weekend pass", amount: nzd(3_465) }]);
  assert.deepEqual([receipt?.subtotal, receipt?.total], [nzd(23_100), nzd(19_635)]);
});

test("without rules from the service there is one saving without a name", () => {
  const receipt = receiptOfOrder([sold(1, 4_000, [ticket("Adult", "Floor", 5_000)])]);
  assert.deepEqual(receipt?.savings, [{ rule: "", name: "", amount: nzd(1_000) }]);
  assert.deepEqual(receiptOfOrder([sold(1, 5_000, [ticket("Adult", "Floor", 5_000)])])?.savings, []);
});

test("tax is the sum of all sales, and absent unless each sale has it", () => {
  const taxed = (id: number, tax?: number) => {
    const { sale, ...rest } = sold(id, 1_150, [ticket("Adult", "Floor", 1_150)]);
    return { ...rest, sale: { ...sale, ...(tax !== undefined && { tax: nzd(tax) }) } };
  };
  assert.deepEqual(receiptOfOrder([taxed(1, 150), taxed(2, 150)])?.tax, nzd(300));
  assert.equal(receiptOfOrder([taxed(1, 150), taxed(2)])?.tax, undefined);
  assert.equal(receiptOfOrder([taxed(1, 0)])?.tax, undefined);
});

test("receipt and mail say how an order was paid, each method with its amount, in the zone of the first event", () => {
  const word = (method: string) => method;
  const paid = (minor: number, method: string) => ({ method, amount: nzd(minor), created: "2026-11-22T01:41:00Z" });
  const dated = { ...ticket("Adult", "Floor", 6_000), eventDate: { timeZone: "Pacific/Auckland" } };
  const order = (...payments: readonly ReturnType<typeof paid>[]) => {
    const one = sold(1, 6_000, [dated as TicketedSale["tickets"][number]]);
    return [{ ...one, sale: { ...one.sale, payments } as TicketedSale["sale"] }];
  };
  assert.deepEqual(paymentOfOrder(order(paid(6_000, "CREDIT_CARD")), "en", word), {
    methods: "methodCard",
    paidAt: "2026-11-22T01:41:00Z",
    timeZone: "Pacific/Auckland",
  });
  const split = paymentOfOrder(order(paid(2_000, "VOUCHER"), paid(4_000, "CREDIT_CARD")), "en", word);
  assert.equal(split.methods, "methodVoucher NZ$20.00, methodCard NZ$40.00");
  assert.equal(paymentOfOrder(order(paid(6_000, "BARTER")), "en", word).methods, "methodOther");
  const free = sold(1, 0, []);
  const sales = [{ ...free, sale: { ...free.sale, payments: [] } as unknown as TicketedSale["sale"] }];
  assert.deepEqual(paymentOfOrder(sales, "en", word), { methods: "methodFree", paidAt: undefined, timeZone: "UTC" });
});
