import assert from "node:assert/strict";
import test from "node:test";
import { make } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

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
