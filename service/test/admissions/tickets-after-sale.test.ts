import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const { db, shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const on = await putOn();

/** Sells a ticket of an event, and returns how its holder is read and changed with the key of its sale. */
async function sell(event = on) {
  const key = String(at(await reserve(shop, event, 1), "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  await shop("POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 47.5 }, creditCard: CARD });
  const id = Number(at(await shop("GET", `/payment/${key}`), "admissions", 0, "id"));
  const headers = { "Sale-Key": key };
  return {
    id,
    key,
    rename: (body: object) => shop("PUT", `/admission/${id}/holder`, body, headers),
    holder: async () => at(await shop("GET", `/admission/${id}`, undefined, headers), "holder"),
    answer: (body: object) => shop("PUT", `/admission/${id}/data`, body, headers),
  };
}

test("changes the holder and nothing else, and the door lists the new name", async () => {
  const ticket = await sell();
  const read = async () => {
    const [row] = await db.query(
      "SELECT to_jsonb(admission) - 'holder' - 'modified_at' AS rest FROM admission WHERE id = $1",
      [ticket.id],
    );
    return row;
  };
  const before = await read();
  assert.equal(at(await ticket.rename({ name: "  Grace Hopper " }), "successful"), true);
  assert.equal(await ticket.holder(), "Grace Hopper");
  assert.deepEqual(await read(), before);
  const admitted = await promoter("POST", `/admission/${ticket.id}/admit`, {});
  assert.equal(at(admitted, "admission", "holder"), "Grace Hopper");
});

test("refuses a used ticket, an empty name, and another sale's key", async () => {
  const ticket = await sell();
  assert.equal((await ticket.rename({ name: " " })).status, 400);
  assert.equal((await ticket.rename({ name: "x".repeat(201) })).status, 400);
  const other = await sell();
  const foreign = await shop("PUT", `/admission/${ticket.id}/holder`, { name: "Mallory" }, { "Sale-Key": other.key });
  assert.equal(foreign.status, 404);
  await promoter("POST", `/admission/${ticket.id}/admit`, {});
  const refused = await ticket.rename({ name: "Mallory" });
  assert.deepEqual([at(refused, "successful"), at(refused, "errors", 0, "code")], [false, "WRONG_STATE"]);
  assert.equal(await ticket.holder(), "Ada Lovelace");
});

test("a name that is an answer of the guest follows the answers, and another answer keeps a new name", async () => {
  const asking = await putOn();
  const question = { event: asking.event, inputType: "TEXT", askedOf: "GUEST" };
  await make(promoter, "/additionalField", { ...question, name: "NAME", label: "Who comes?", fieldType: "NAME" });
  const asked = await sell(asking);
  await asked.answer({ NAME: "Tama" });
  assert.equal(at(await asked.rename({ name: "Mallory" }), "errors", 0, "code"), "WRONG_STATE");
  assert.equal(await asked.holder(), "Tama");

  const dining = await putOn();
  await make(promoter, "/additionalField", { ...question, event: dining.event, name: "Meal", label: "Which meal?" });
  const unasked = await sell(dining);
  await unasked.answer({ Meal: "Fish" });
  assert.equal(at(await unasked.rename({ name: "Grace Hopper" }), "successful"), true);
  await unasked.answer({ Meal: "Soup" });
  assert.equal(await unasked.holder(), "Grace Hopper");
});

/** Buys a ticket of a date, and returns how its `movedFrom` is read. */
async function bought(on: Awaited<ReturnType<typeof putOn>>) {
  const reserved = await reserve(shop, on, 1);
  const cart = String(at(reserved, "multiSaleKey"));
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });
  const key = String(at(reserved, "key"));
  const id = at(await shop("GET", `/payment/${key}`), "admissions", 0, "id");
  return async () => {
    const moved = at(await shop("GET", `/admission/${id}`, undefined, { "sale-key": key }), "movedFrom");
    // Until when it is refunded is tested in `refunds/moved-dates.test.ts`.
    const { refundUntil: _until, ...from } = Object(moved);
    return moved === null ? null : from;
  };
}

test("a ticket names the start that it was bought for while its date is at another", async () => {
  const on = await putOn();
  const move = (eventStart: string) => promoter("PUT", `/eventDate/${on.date}`, { eventStart });
  const first = await bought(on);
  assert.equal(await first(), null);
  const from = { eventDate: on.date, startDate: "2099-12-04T19:30:00.000+13:00", by: "ORGANISER" };
  await move("05-12-2099T19:30");
  assert.deepEqual(await first(), from);

  const second = await bought(on);
  assert.equal(await second(), null, "it was bought for the new start");
  await move("06-12-2099T18:00");
  assert.deepEqual(await first(), from, "the start that its buyer knows, not the one between");
  assert.deepEqual(await second(), { ...from, startDate: "2099-12-05T19:30:00.000+13:00" });
  await move("04-12-2099T19:30");
  assert.equal(await first(), null, "the date is back");
  await promoter("PUT", `/eventDate/${on.date}`, { label: "Opening night" });
  assert.equal(await first(), null);
});
