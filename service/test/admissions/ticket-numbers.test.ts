import assert from "node:assert/strict";
import test from "node:test";
import { type Ask, asking } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { app, db, shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const PASSWORD = "seven green bottles";
await promoter("POST", "/user", { username: "door", password: PASSWORD, mayScan: true });
const door: Ask = asking(app, "door", PASSWORD);

type Ticket = { readonly id: number; readonly uuid: string };

/** Buys tickets of an event whose codes have this type. */
async function buy(qrType: "A" | "B", quantity: number) {
  const on = await putOn();
  await promoter("PUT", `/event/${on.event}`, { qrType });
  const key = String(at(await reserve(shop, on, quantity), "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  const amounts = { CREDIT_CARD: quantity * 47.5 };
  assert.equal((await shop("POST", `/reservation/${key}/payment`, { amounts, creditCard: CARD })).status, 200);
  const tickets = await db.query<Ticket>("SELECT id, uuid FROM admission WHERE event_id = $1 ORDER BY id", [on.event]);
  return { event: on.event, tickets };
}

let lastOld = 0;

/** Buys a ticket and gives it the number that it would have had before numbers were random. */
async function buyOld(qrType: "A" | "B") {
  const { event, tickets } = await buy(qrType, 1);
  lastOld += 1;
  await db.query("UPDATE admission SET id = $2 WHERE event_id = $1", [event, lastOld]);
  return { event, id: lastOld, uuid: tickets[0]?.uuid };
}

const scan = (code: number | string | undefined) => door("POST", `/admission/${code}/admit`, {});

for (const qrType of ["A", "B"] as const) {
  test(`a ticket with code ${qrType} admits by its number, which says nothing about another ticket`, async () => {
    const [first, second] = (await buy(qrType, 2)).tickets;
    assert.match(`${first?.id} ${second?.id}`, /^[1-9]\d{14} [1-9]\d{14}$/);
    assert.equal((await scan((first?.id ?? 0) + 1)).status, 404);
    assert.equal((await scan((first?.id ?? 0) - 1)).status, 404);
    assert.equal(at(await scan(first?.id), "result"), "ADMITTED");
    assert.equal(at(await scan(second?.uuid), "result"), "ADMITTED");
  });
}

test("a ticket sold before numbers were random is admitted by its number only where that is its code", async () => {
  const counted = await buyOld("B");
  assert.equal((await scan(counted.id)).status, 404);
  assert.equal(at(await promoter("GET", `/admission/${counted.id}`), "timeAdmitted"), null, "nobody was let in");
  assert.equal(at(await scan(counted.uuid), "result"), "ADMITTED");
  assert.equal((await scan(counted.id)).status, 404, "a used one too");

  const printed = await buyOld("A");
  assert.equal(at(await scan(printed.id), "result"), "ADMITTED");
});

test("an event that gets codes of type B sends its buyers the tickets again, and old numbers stop admitting", async () => {
  const { event, id, uuid } = await buyOld("A");
  const sent = () =>
    db.query<{ details: object }>(
      `SELECT details FROM message JOIN sale ON sale.key = ANY (sale_keys) WHERE event_id = $1 AND kind = 'TICKETS' ORDER BY message.created_at`,
      [event],
    );
  assert.equal((await sent()).length, 1);
  await promoter("PUT", `/event/${event}`, { ageLimit: "16+", qrType: "A" });
  assert.equal((await sent()).length, 1, "another change sends nothing");

  await promoter("PUT", `/event/${event}`, { qrType: "B" });
  assert.deepEqual((await sent()).at(-1)?.details, { replaced: true });
  assert.equal((await sent()).length, 2);
  assert.equal((await scan(id)).status, 404);
  assert.equal(at(await scan(uuid), "result"), "ADMITTED");
});
