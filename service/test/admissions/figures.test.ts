import assert from "node:assert/strict";
import test from "node:test";
import type { Capability } from "#src/platform/domain/caller.ts";
import { at, BUYER, make, openShop } from "#test/test-app.ts";

const { addUser, shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

type Case = {
  readonly what: string;
  readonly price: number;
  readonly fee: number;
  readonly quantity: number;
  /** The reduction of the rule. Absent: no rule. */
  readonly off?: object;
  readonly paid: number;
  readonly revenue: number;
  readonly average: number;
};

// Revenue calculated by hand: the prices of the line less its savings, at least 0. The rest of the amount paid is fees.
const CASES: readonly Case[] = [
  { what: "nothing off", price: 45, fee: 2.5, quantity: 2, paid: 95, revenue: 90, average: 45 },
  {
    what: "a tenth off price and fee",
    price: 45,
    fee: 2.5,
    quantity: 2,
    off: { percentage: 10 },
    paid: 85.5,
    revenue: 80.5,
    average: 40.25,
  },
  {
    what: "more than the price, less than all",
    price: 45,
    fee: 2.5,
    quantity: 1,
    off: { amount: 46 },
    paid: 1.5,
    revenue: 0,
    average: 0,
  },
  {
    what: "all of it",
    price: 45,
    fee: 2.5,
    quantity: 2,
    off: { percentage: 100 },
    paid: 0,
    revenue: 0,
    average: 0,
  },
  {
    what: "all of one ticket of two",
    price: 45,
    fee: 2.5,
    quantity: 2,
    off: { percentage: 100, maximumTickets: 1 },
    paid: 47.5,
    revenue: 42.5,
    average: 21.25,
  },
  {
    what: "all of a ticket that costs its fee alone",
    price: 0,
    fee: 3,
    quantity: 1,
    off: { percentage: 100 },
    paid: 0,
    revenue: 0,
    average: 0,
  },
  { what: "a fee alone", price: 0, fee: 3, quantity: 2, paid: 6, revenue: 0, average: 0 },
];

async function buy(on: { event: number; type: number }, quantity: number, paid: number) {
  const key = String(at(await reserve(shop, on, quantity), "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  const answered = await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: paid } });
  assert.equal(at(answered, "type"), "SUCCESS", JSON.stringify(answered.body));
}

for (const { what, price, fee, quantity, off, paid, revenue, average } of CASES) {
  test(`counts a revenue of ${revenue} of ${paid} paid with ${what}`, async () => {
    const on = await putOn({ price, fee });
    if (off) {
      const rule = { name: "Off", kind: "PER_TICKET", events: [on.event], ...off };
      const discount = await make(promoter, "/discount", rule);
      await promoter("PUT", `/discount/${discount}/enable/true`);
    }
    await buy(on, quantity, paid);
    const type = await promoter("GET", `/ticketType/${on.type}`);
    const date = await promoter("GET", `/eventDate/${on.date}`);
    assert.deepEqual(
      [at(type, "ticketsSold"), at(type, "revenue", "amount"), at(type, "average", "amount")],
      [quantity, revenue, average],
    );
    assert.deepEqual([at(date, "ticketsSold"), at(date, "revenue", "amount")], [quantity, revenue]);
  });
}

const FIGURES = ["ticketsSold", "ticketsAdmitted", "revenue", "average"];
const VISIBLE: readonly (readonly [rights: readonly Capability[], ofDate: string[], ofType: string[]])[] = [
  [["PUBLIC"], [], []],
  [["BOX_OFFICE"], [], []],
  [["SCAN"], ["ticketsAdmitted"], []],
  [[], [], []],
  [["MANAGE"], ["ticketsSold", "ticketsAdmitted", "revenue"], ["ticketsSold", "revenue", "average"]],
];
for (const [rights, ofDate, ofType] of VISIBLE) {
  test(`shows a user with ${rights.join() || "nothing"} ${[...ofDate, ...ofType].join(", ") || "no"} figures`, async () => {
    const on = await putOn();
    await buy(on, 2, 95);
    const user = await addUser(`user ${rights.join()}`, rights);
    const figuresAt = async (path: string) => {
      const { status, body } = await user("GET", path);
      assert.equal(status, 200);
      return FIGURES.filter((name) => Object.hasOwn(Object(body), name));
    };
    assert.deepEqual(await figuresAt(`/eventDate/${on.date}`), ofDate);
    assert.deepEqual(await figuresAt(`/ticketType/${on.type}`), ofType);
  });
}

test("does not subtract the savings of one sale from the revenue of another", async () => {
  const on = await putOn();
  const rule = { name: "Guests", kind: "PER_TICKET", percentage: 100, codeRequired: true, events: [on.event] };
  const discount = await make(promoter, "/discount", rule);
  await promoter("PUT", `/discount/${discount}/enable/true`);
  await make(promoter, "/code", { text: "GUESTLIST", kind: "DISCOUNT", discount });
  await buy(on, 2, 95);
  const free = await reserve(shop, on, 2, { bookingCode: "GUESTLIST" });
  const key = String(at(free, "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  const paid = await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: 0 } });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  assert.deepEqual(at(await promoter("GET", `/eventDate/${on.date}`), "revenue"), { amount: 90, currency: "NZD" });
});
