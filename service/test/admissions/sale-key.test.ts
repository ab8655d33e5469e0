import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const { addUser, db, shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const counter = await addUser("counter", ["BOX_OFFICE"]);
const door = await addUser("door", ["SCAN"]);
const manager = await addUser("manager", ["MANAGE"]);

async function buy(): Promise<{ key: string; id: number; uuid: string }> {
  const key = String(at(await reserve(shop, on, 1), "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  await shop("POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 47.5 }, creditCard: CARD });
  const id = Number(at(await shop("GET", `/payment/${key}`), "admissions", 0, "id"));
  const [row] = await db.query<{ uuid: string }>("SELECT uuid FROM admission WHERE id = $1", [id]);
  return { key, id, uuid: row?.uuid ?? "" };
}

const on = await putOn();
const question = { event: on.event, name: "NAME", label: "Who comes?", inputType: "TEXT", fieldType: "NAME" };
await make(promoter, "/additionalField", { ...question, askedOf: "GUEST" });
const ours = await buy();
const other = await buy();
const MISSING = { status: 404, code: "NOT_FOUND" };
const refusal = (answered: Answered) => ({ status: answered.status, code: at(answered, "errors", 0, "code") });
const ofSale = (key: string) => ({ "Sale-Key": key });

for (const [name, seller] of [
  ["PUBLIC", shop],
  ["BOX_OFFICE", counter],
] as const) {
  test(`P19: lets a user with ${name} only read an admission, by id or UUID, with the key of its sale`, async () => {
    for (const code of [ours.id, ours.uuid]) {
      for (const headers of [{}, ofSale(other.key), ofSale(""), ofSale(ours.key.toLowerCase())]) {
        assert.deepEqual(refusal(await seller("GET", `/admission/${code}`, undefined, headers)), MISSING);
      }
      const read = await seller("GET", `/admission/${code}`, undefined, ofSale(ours.key));
      assert.deepEqual([at(read, "id"), at(read, "uuid")], [ours.id, ours.uuid]);
      assert.equal(at(read, "customer", "email"), "ada@example.com");
    }
    const unknown = await seller("GET", "/admission/999999", undefined, ofSale(ours.key));
    const keyless = await seller("GET", `/admission/${ours.id}`);
    assert.deepEqual(keyless.body, unknown.body, "without the key the answer is the same as for an unknown admission");
  });

  test(`lets a user with ${name} only change an admission's guest with the key of its sale`, async () => {
    const holder = async () => at(await promoter("GET", `/admission/${ours.id}`), "holder");
    const before = await holder();
    for (const headers of [{}, ofSale(other.key)]) {
      const refused = await seller("PUT", `/admission/${ours.id}/data`, { NAME: "Mallory" }, headers);
      assert.deepEqual(refusal(refused), MISSING);
    }
    assert.equal(await holder(), before);
    const changed = await seller("PUT", `/admission/${ours.id}/data`, { NAME: `Grace ${name}` }, ofSale(ours.key));
    assert.equal(at(changed, "successful"), true);
    assert.equal(await holder(), `Grace ${name}`);
  });

  test(`lets a user with ${name} only find a sale by its key and not by its id`, async () => {
    const id = at(await seller("GET", `/payment/${ours.key}`), "id");
    assert.ok(id);
    assert.deepEqual(refusal(await seller("GET", `/payment/${id}`)), MISSING);
    assert.equal(at(await manager("GET", `/payment/${id}`), "key"), ours.key);
  });
}

test("lets a manager read and change an admission without a key", async () => {
  assert.equal(at(await manager("GET", `/admission/${ours.uuid}`), "entryToken"), ours.uuid);
  const changed = await manager("PUT", `/admission/${ours.id}/data`, { NAME: "Grace" });
  assert.equal(at(changed, "successful"), true);
});

test("shows a user with SCAN the holder and the date, without code, contact data and answers", async () => {
  const read = await door("GET", `/admission/${ours.id}`, undefined, ofSale(ours.key));
  assert.deepEqual(
    [at(read, "holder"), at(read, "eventDate", "id"), at(read, "reservationStatus"), at(read, "timeAdmitted")],
    ["Grace", on.date, "CONFIRMED", null],
  );
  const admitted = await door("POST", `/admission/${ours.uuid}/admit`, {});
  assert.equal(at(admitted, "result"), "ADMITTED");
  for (const admission of [Object(read.body), Object(at(admitted, "admission"))]) {
    const hidden = ["uuid", "entryToken", "customer", "data", "answers"].filter((name) =>
      Object.hasOwn(admission, name),
    );
    assert.deepEqual(hidden, []);
    assert.doesNotMatch(JSON.stringify(admission), new RegExp(`ada@example.com|${ours.uuid}|${ours.key}`));
  }
  assert.equal((await door("PUT", `/admission/${ours.id}/data`, { NAME: "X" }, ofSale(ours.key))).status, 403);
});
