import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { parseMoney } from "#src/platform/domain/money.ts";
import { at, BUYER, make, openShop, publish } from "#test/test-app.ts";

const { shop, promoter, place, close } = await openShop();
test.after(close);

/** At most 18 tickets of three types: the stalls have 20 places. */
const MOST_TYPES = 3;
const MOST_OF_A_TYPE = 6;

type Ticket = { readonly price: number; readonly fee: number; readonly quantity: number };

const CURRENCIES = [
  { currency: "JPY", digits: 0 },
  { currency: "NZD", digits: 2 },
  { currency: "HUF", digits: 2 },
  { currency: "KWD", digits: 3 },
] as const;

/** Puts an event on sale with these rules and buys. Returns the sale's total, its lines and its admissions. */
async function buy(currency: string, tickets: readonly Ticket[], rules: readonly object[]) {
  const named = { name: "Exact", venue: place.venue, venueConfiguration: place.whole, currency };
  const event = await make(promoter, "/event", named);
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const chosen: { ticketType: number; quantity: number }[] = [];
  for (const [index, { price, fee, quantity }] of tickets.entries()) {
    const type = { name: `Type ${index}`, eventDate, venueSection: place.stalls, price, fee };
    chosen.push({ ticketType: await make(promoter, "/ticketType", type), quantity });
  }
  for (const rule of rules) {
    const discount = await make(promoter, "/discount", { name: "Less", currency, events: [event], ...rule });
    await promoter("PUT", `/discount/${discount}/enable/true`);
  }
  await publish(promoter, event);
  const reserved = await shop("POST", "/reservation/", { event, tickets: chosen });
  assert.equal(at(reserved, "successful"), true, JSON.stringify(reserved.body));
  const key = String(at(reserved, "key"));
  const cart = await shop("GET", `/cart/${at(reserved, "multiSaleKey")}`);
  const total = Number(at(cart, "total", "amount"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  const payment = await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: total } });
  assert.equal(at(payment, "type"), "SUCCESS", JSON.stringify(payment.body));
  const sale = await shop("GET", `/payment/${key}`);
  const refs = at(sale, "admissions") as readonly { readonly id: number }[];
  const admissions = await Promise.all(refs.map(({ id }) => promoter("GET", `/admission/${id}`)));
  const items = at(cart, "sales", 0, "items") as readonly unknown[];
  return { total: at(sale, "totalPrice"), items, paid: admissions.map((admission) => at(admission, "paid")) };
}

function minor(amount: unknown, currency: string): number {
  const read = parseMoney(String(Reflect.get(Object(amount), "amount")), currency);
  assert.equal(Reflect.get(Object(amount), "currency"), currency);
  return read?.minor ?? Number.NaN;
}

test("splits three tickets at 10.00 with 10.00 off the order into 6.67, 6.67 and 6.66", async () => {
  const rules = [{ kind: "PER_ORDER", amount: 10 }];
  const { items, paid } = await buy("NZD", [{ price: 9, fee: 1, quantity: 3 }], rules);
  assert.deepEqual(
    paid,
    [6.67, 6.67, 6.66].map((amount) => ({ amount, currency: "NZD" })),
  );
  assert.deepEqual(
    items.map((item) => [Reflect.get(Object(item), "total"), Reflect.get(Object(item), "totalAfterSavings")]),
    [
      [
        { amount: 30, currency: "NZD" },
        { amount: 20, currency: "NZD" },
      ],
    ],
  );
});

test("adds up admissions, and lines after savings, to the total of the sale", async () => {
  const price = fc.integer({ min: 0, max: 99_999 });
  const quantity = fc.integer({ min: 1, max: MOST_OF_A_TYPE });
  const tickets = fc.array(fc.record({ price, fee: fc.nat(999), quantity }), { minLength: 1, maxLength: MOST_TYPES });
  const percentage = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => ({ percentage: hundredths / 100 }));
  const amount = fc.integer({ min: 1, max: 50_000 }).map((units) => ({ units }));
  const rules = fc.array(
    fc.record({ kind: fc.constantFrom("PER_TICKET", "PER_ORDER"), off: fc.oneof(percentage, amount) }),
    { maxLength: 2 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CURRENCIES), tickets, rules, async ({ currency, digits }, tickets, rules) => {
      const decimal = (units: number) => Number((units / 10 ** digits).toFixed(digits));
      const priced = tickets.map((one) => ({ ...one, price: decimal(one.price), fee: decimal(one.fee) }));
      const given = rules.map(({ kind, off }) => ({
        kind,
        ...("units" in off ? { amount: decimal(off.units) } : off),
      }));
      const { total, items, paid } = await buy(currency, priced, given);
      const sum = (amounts: readonly unknown[]) => amounts.reduce<number>((all, one) => all + minor(one, currency), 0);
      assert.equal(
        paid.length,
        tickets.reduce((all, { quantity }) => all + quantity, 0),
      );
      assert.equal(sum(paid), minor(total, currency));
      assert.equal(sum(items.map((item) => Reflect.get(Object(item), "totalAfterSavings"))), minor(total, currency));
    }),
    { numRuns: 12 },
  );
});
