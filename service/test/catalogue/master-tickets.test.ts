import assert from "node:assert/strict";
import test from "node:test";
import { at, make, makeVenue, openShop, publish } from "#test/test-app.ts";

const { db, shop, promoter, reserve, close } = await openShop();
test.after(close);

const { venue, whole, stalls, balcony } = await makeVenue(promoter);
const inNZD = (amount: number) => ({ amount, currency: "NZD" });

/** Creates an event with two dates, each with an adult ticket that follows one prototype, and a child ticket without one. */
async function putOn() {
  const event = await make(promoter, "/event", { name: "The Tempest", venue, venueConfiguration: whole });
  const master = await make(promoter, "/masterTicket", { event, name: "Adult", price: 45, fee: 2.5 });
  const dates = [
    await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30", label: "Friday" }),
    await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30", label: "Saturday" }),
  ] as const;
  const adult = { venueSection: stalls, masterTicket: master };
  const types = [
    await make(promoter, "/ticketType", { ...adult, eventDate: dates[0] }),
    await make(promoter, "/ticketType", { ...adult, eventDate: dates[1], name: "Grown-up" }),
  ] as const;
  const child = { name: "Child", eventDate: dates[0], venueSection: balcony, price: 20 };
  const loose = await make(promoter, "/ticketType", child);
  await publish(promoter, event);
  return { event, master, dates, types, loose };
}

const read = async (type: number) => {
  const { name, price, fee, maximumAllocation, onSaleFrom, masterTicket } = Object(
    (await promoter("GET", `/ticketType/${type}`)).body,
  );
  return {
    name,
    price: price.amount,
    fee: fee.amount,
    maximumAllocation,
    onSaleFrom,
    master: masterTicket?.id ?? null,
  };
};
const rows = (body: unknown) =>
  Object(body).errors.map(({ path, code, ticketType }: Record<string, unknown>) => [path, code, ticketType]);
const contents = async () =>
  JSON.stringify([
    await db.query("SELECT * FROM ticket_type ORDER BY id"),
    await db.query("SELECT * FROM master_ticket ORDER BY id"),
    await db.query("SELECT * FROM stock ORDER BY id"),
  ]);

test("takes absent fields of a ticket type from its prototype", async () => {
  const { master, types, loose, event } = await putOn();
  const adult = { name: "Adult", price: 45, fee: 2.5, maximumAllocation: 20, onSaleFrom: null, master };
  assert.deepEqual(await read(types[0]), adult);
  assert.deepEqual(await read(types[1]), { ...adult, name: "Grown-up" });
  assert.equal((await read(loose)).master, null);
  assert.equal(at(await shop("GET", `/ticketType/${types[0]}`), "masterTicket"), null);

  const { body } = await promoter("GET", `/masterTicket/${master}`);
  assert.deepEqual(body, {
    id: master,
    version: 1,
    event: { id: event, name: "The Tempest", link: `/v2/event/${event}` },
    name: "Adult",
    price: inNZD(45),
    fee: inNZD(2.5),
    maximumAllocation: null,
    onSaleFrom: null,
    onSaleTo: null,
    ticketTypes: [
      { id: types[0], name: "Adult", link: `/v2/ticketType/${types[0]}` },
      { id: types[1], name: "Grown-up", link: `/v2/ticketType/${types[1]}` },
    ],
  });
});

test("changes every ticket type that follows in one call, and only lists the changes in a dry run", async () => {
  const { master, types, loose, dates } = await putOn();
  const change = { price: 50, fee: 3, maximumAllocation: 12, onSaleFrom: "01-11-2099T09:00" };
  const before = await contents();
  const dry = await promoter("PUT", `/masterTicket/${master}`, { ...change, dryRun: true });
  assert.equal(dry.status, 200);
  assert.equal(await contents(), before);
  const was = {
    name: "Adult",
    price: inNZD(45),
    fee: inNZD(2.5),
    maximumAllocation: null,
    onSaleFrom: null,
    onSaleTo: null,
  };
  const is = {
    ...was,
    price: inNZD(50),
    fee: inNZD(3),
    maximumAllocation: 12,
    onSaleFrom: "2099-11-01T09:00:00.000+13:00",
  };
  const changes = [
    {
      ticketType: { id: types[0], name: "Adult", link: `/v2/ticketType/${types[0]}` },
      eventDate: { id: dates[0], name: "Friday", link: `/v2/eventDate/${dates[0]}` },
      before: was,
      after: is,
    },
    {
      ticketType: { id: types[1], name: "Grown-up", link: `/v2/ticketType/${types[1]}` },
      eventDate: { id: dates[1], name: "Saturday", link: `/v2/eventDate/${dates[1]}` },
      before: { ...was, name: "Grown-up" },
      after: { ...is, name: "Grown-up" },
    },
  ];
  assert.deepEqual(dry.body, { successful: true, messages: [], dryRun: true, changes });

  const done = await promoter("PUT", `/masterTicket/${master}`, change);
  assert.deepEqual(done.body, { successful: true, messages: [], dryRun: false, changes });
  const now = { price: 50, fee: 3, maximumAllocation: 12, onSaleFrom: "2099-11-01T09:00:00.000+13:00", master };
  assert.deepEqual(
    [await read(types[0]), await read(types[1])],
    [
      { name: "Adult", ...now },
      { name: "Grown-up", ...now },
    ],
  );
  assert.deepEqual([(await read(loose)).price, (await read(loose)).maximumAllocation], [20, 5]);
  assert.deepEqual(at(await promoter("GET", `/masterTicket/${master}`), "price"), inNZD(50));

  const again = await promoter("PUT", `/masterTicket/${master}`, change);
  assert.deepEqual(at(again, "changes"), []);
  await promoter("PUT", `/masterTicket/${master}`, { maximumAllocation: null, onSaleFrom: null, name: "Adult" });
  const undone = { name: "Adult", price: 50, fee: 3, maximumAllocation: 20, onSaleFrom: null, master };
  assert.deepEqual([await read(types[0]), await read(types[1])], [undone, undone]);
});

test("changes none when one cannot follow, and names each that cannot", async () => {
  const { event, master, types } = await putOn();
  for (const type of types) await reserve(shop, { event, type }, 5);
  await promoter("PUT", `/ticketType/${types[1]}`, { onSaleTo: "01-10-2099T09:00" });
  const before = await contents();
  const change = { name: "Never", price: 1, maximumAllocation: 4, onSaleFrom: "01-11-2099T09:00" };
  for (const dryRun of [true, false]) {
    const { status, body } = await promoter("PUT", `/masterTicket/${master}`, { ...change, dryRun });
    assert.equal(status, 400);
    assert.deepEqual(rows(body), [
      ["maximumAllocation", "RANGE", types[0]],
      ["maximumAllocation", "RANGE", types[1]],
      ["onSaleTo", "RANGE", types[1]],
    ]);
    assert.match(Object(body).messages[0], /^Adult, Friday: More than this number/);
    assert.equal(await contents(), before);
  }
  assert.equal((await promoter("PUT", `/masterTicket/${master}`, { maximumAllocation: 5 })).status, 200);
  assert.equal(at(await shop("GET", `/ticketType/${types[0]}`), "saleStatus"), "SOLD_OUT");
});

test("links and unlinks a ticket type later, never with a prototype of another event", async () => {
  const [one, other] = [await putOn(), await putOn()];
  const link = (masterTicket: number | null) => promoter("PUT", `/ticketType/${one.loose}`, { masterTicket });
  assert.equal((await link(one.master)).status, 200);
  assert.deepEqual([(await read(one.loose)).name, (await read(one.loose)).price], ["Child", 20]);
  assert.equal(Object(at(await promoter("GET", `/masterTicket/${one.master}`), "ticketTypes")).length, 3);
  const foreign = await link(other.master);
  assert.deepEqual([foreign.status, rows(foreign.body)[0][0]], [400, "masterTicket"]);
  assert.equal((await link(null)).status, 200);
  assert.equal((await read(one.loose)).master, null);
  assert.equal((await link(999_999)).status, 404);
});

test("ignores expired reservations that were not swept when a ticket type follows", async () => {
  const { event, master, types } = await putOn();
  const expired = at(await reserve(shop, { event, type: types[0] }, 5), "key");
  const lower = { maximumAllocation: 3 };
  assert.equal((await promoter("PUT", `/masterTicket/${master}`, lower)).status, 400);
  await db.query("UPDATE sale SET expires_at = now() WHERE key = $1", [expired]);
  assert.equal((await promoter("PUT", `/masterTicket/${master}`, { ...lower, dryRun: true })).status, 200);
  assert.equal((await promoter("PUT", `/masterTicket/${master}`, lower)).status, 200);
  assert.equal((await read(types[0])).maximumAllocation, 3);
});
