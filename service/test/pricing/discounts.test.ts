import assert from "node:assert/strict";
import test from "node:test";
import { at, make, openShop } from "#test/test-app.ts";

const { shop, promoter, stranger, accountId, putOn, close } = await openShop();
test.after(close);

const { event, type } = await putOn();
const group = await make(promoter, "/eventGroup", { name: "Weekend", events: [event] });
const theirs = await make(stranger, "/multipack", {
  name: "Theirs",
  quantity: 2,
  discountType: "PERCENTAGE",
  discountAmount: 5,
});

const ticketRule = {
  name: "Ten off",
  kind: "PER_TICKET",
  percentage: 12.5,
  events: [event],
  tag: "adult",
  minimumTickets: 2,
};
const orderRule = { name: "Five off", kind: "PER_ORDER", amount: 5, minimumSpend: 50.5, codeRequired: true };
const festival = { name: "Pass", percentage: 15, eventGroup: group, minimumEvents: 3, validTo: "2099-01-01T00:00:00Z" };
const pack = {
  name: "Three",
  ruleName: "Any three",
  partitionTag: "sat",
  quantity: 3,
  discountType: "PACK_PRICE",
  discountAmount: 99.9,
};

const KINDS: readonly (readonly [path: string, body: object, shown: object])[] = [
  [
    "discount",
    ticketRule,
    { kind: "PER_TICKET", percentage: 12.5, amount: null, tag: "adult", minimumTickets: 2, codeRequired: false },
  ],
  [
    "discount",
    orderRule,
    { kind: "PER_ORDER", percentage: null, minimumSpend: { amount: 50.5, currency: "NZD" }, codeRequired: true },
  ],
  [
    "festivalDiscount",
    festival,
    { percentage: 15, minimumEvents: 3, minimumTickets: 1, validTo: "2099-01-01T00:00:00.000+00:00" },
  ],
  [
    "multipack",
    pack,
    { ruleName: "Any three", partitionTag: "sat", quantity: 3, discountType: "PACK_PRICE", discountAmount: 99.9 },
  ],
];

for (const [path, body, shown] of KINDS) {
  test(`creates ${path} disabled, and reads, changes, enables, disables and lists it`, async () => {
    const id = await make(promoter, `/${path}`, body);
    const read = async () => Object((await shop("GET", `/${path}/${id}`)).body);
    const first = await read();
    assert.equal(first.enabled, false);
    for (const [name, value] of Object.entries(shown)) assert.deepEqual(first[name], value, name);

    assert.equal((await promoter("PUT", `/${path}/${id}`, { name: "Renamed", events: [] })).status, 200);
    assert.deepEqual(
      { ...(await read()), name: "", events: [], ruleName: "" },
      { ...first, version: 2, name: "", events: [], ruleName: "" },
    );
    assert.deepEqual([(await read()).name, (await read()).events], ["Renamed", []]);
    for (const enabled of [true, false]) {
      await promoter("PUT", `/${path}/${id}/enable/${enabled}`);
      assert.equal((await read()).enabled, enabled);
    }
    const { body: list, headers } = await shop("GET", `/account/${accountId}/${path}s?page=1&pageSize=1`);
    assert.equal(Object(list).refs.length, 1);
    assert.ok(Number(headers["x-total-count"]) >= 1);
    assert.equal((await shop("PUT", `/${path}/${id}`, { name: "Mine" })).status, 403);
    assert.equal((await shop("POST", `/${path}`, body)).status, 403);
  });
}

const REFUSED: readonly (readonly [path: string, body: object, status: number, at: string, code: string])[] = [
  ["discount", { ...ticketRule, percentage: undefined }, 400, "percentage", "REQUIRED"],
  ["discount", { ...ticketRule, amount: 5 }, 400, "percentage", "RANGE"],
  ["discount", { ...ticketRule, percentage: 0 }, 400, "percentage", "RANGE"],
  ["discount", { ...ticketRule, percentage: 100.01 }, 400, "percentage", "RANGE"],
  ["discount", { ...ticketRule, percentage: 1.005 }, 400, "percentage", "RANGE"],
  ["discount", { ...orderRule, amount: 0.001 }, 400, "amount", "RANGE"],
  ["discount", { ...orderRule, amount: 5.5, currency: "JPY" }, 400, "amount", "RANGE"],
  ["discount", { ...ticketRule, events: [event, 900_000] }, 404, "events[1]", "NOT_FOUND"],
  ["discount", { ...ticketRule, kind: "PER_WEEK" }, 400, "kind", "RANGE"],
  ["festivalDiscount", { ...festival, eventGroup: 900_000 }, 404, "eventGroup", "NOT_FOUND"],
  ["festivalDiscount", { ...festival, validFrom: "2099-02-01T00:00:00Z" }, 400, "validTo", "RANGE"],
  ["multipack", { ...pack, quantity: 1 }, 400, "quantity", "RANGE"],
  ["multipack", { ...pack, discountType: "PERCENTAGE", discountAmount: 101 }, 400, "discountAmount", "RANGE"],
  ["multipack", { ...pack, discountType: "AMOUNT", discountAmount: 0 }, 400, "discountAmount", "RANGE"],
  ["multipack", { ...pack, discountAmount: 9.999 }, 400, "discountAmount", "RANGE"],
  ["code", { text: "two words", kind: "REVEAL" }, 400, "text", "TYPE"],
  ["code", { text: "x".repeat(41), kind: "REVEAL" }, 400, "text", "RANGE"],
  ["code", { text: "BARE", kind: "DISCOUNT" }, 400, "discount", "REQUIRED"],
  ["code", { text: "ODD", kind: "REVEAL", discount: 1 }, 400, "discount", "REQUIRED"],
  ["code", { text: "ODD", kind: "DISCOUNT", discount: theirs }, 404, "discount", "NOT_FOUND"],
  ["code", { text: "ODD", kind: "BOOKING", ticketTypes: [type, 900_000] }, 404, "ticketTypes[1]", "NOT_FOUND"],
  ["code", { text: "ODD", kind: "REVEAL", maximumUses: 0 }, 400, "maximumUses", "RANGE"],
];

for (const [path, body, status, where, code] of REFUSED) {
  test(`refuses ${path} ${JSON.stringify(body)} at ${where}`, async () => {
    const answered = await promoter("POST", `/${path}`, body);
    assert.deepEqual(
      [answered.status, at(answered, "errors", 0, "path"), at(answered, "errors", 0, "code")],
      [status, where, code],
    );
  });
}

test("refuses a repeated code of an account, ignoring case, and allows it in another account", async () => {
  const id = await make(promoter, "/code", { text: "Straße", kind: "REVEAL" });
  const again = await promoter("POST", "/code", { text: "STRAßE", kind: "BOOKING" });
  assert.deepEqual([again.status, at(again, "errors", 0, "path")], [400, "text"]);
  await make(stranger, "/code", { text: "straße", kind: "REVEAL" });
  assert.equal((await promoter("PUT", `/code/${id}`, { text: "AVENUE", maximumUses: 3, events: [event] })).status, 200);
  const read = Object((await promoter("GET", `/code/${id}`)).body);
  assert.deepEqual(
    [read.text, read.maximumUses, read.uses, read.events[0].id, read.enabled],
    ["AVENUE", 3, 0, event, true],
  );
  assert.equal((await shop("GET", `/code/${id}`)).status, 403);
  assert.equal((await shop("GET", `/account/${accountId}/codes`)).status, 403);
  assert.ok(Number((await promoter("GET", `/account/${accountId}/codes`)).headers["x-total-count"]) >= 1);
});

test("refuses a code for a discount that needs none", async () => {
  const discount = await make(promoter, "/discount", ticketRule);
  const refused = await promoter("POST", "/code", { text: "FORFREE", kind: "DISCOUNT", discount });
  assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "discount"]);
  await promoter("PUT", `/discount/${discount}`, { codeRequired: true });
  await make(promoter, "/code", { text: "FORFREE", kind: "DISCOUNT", discount });
});
