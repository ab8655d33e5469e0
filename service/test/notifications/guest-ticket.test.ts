import assert from "node:assert/strict";
import test from "node:test";
import { at, CARD, openShop } from "#test/test-app.ts";

const { db, shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const MESSAGES = { address: "https://tickets.example/api/messages", token: "sealed" };
const GUEST = "grace@example.com";

/** Sells tickets whose messages a storefront renders, and returns how one is sent to a guest with the key of its sale. */
async function sell(quantity = 1, lock: object = { messages: MESSAGES }) {
  const key = String(at(await reserve(shop, await putOn(), quantity), "key"));
  await shop("POST", `/reservation/${key}/lock`, {
    FIRST_NAME: "Ada",
    LAST_NAME: "Lovelace",
    EMAIL: "ada@example.com",
    LANGUAGE: "fr",
    ...lock,
  });
  await shop("POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 47.5 * quantity }, creditCard: CARD });
  const admissions = at(await shop("GET", `/payment/${key}`), "admissions") as readonly { readonly id: number }[];
  const ids = admissions.map(({ id }) => id);
  const path = (at = 0) => `/admission/${ids[at]}/sendEmail`;
  return {
    key,
    ids,
    path,
    send: (email: unknown, nth = 0, saleKey = key) => shop("POST", path(nth), { email }, { "Sale-Key": saleKey }),
    queued: () =>
      db.query<{ recipient: string; language: string; details: unknown; renderer: unknown }>(
        "SELECT recipient, language, details, renderer FROM message WHERE $1 = ANY (sale_keys) AND kind = 'GUEST_TICKET'",
        [key],
      ),
  };
}

const refusalOf = (answered: Awaited<ReturnType<typeof shop>>) => [
  at(answered, "successful"),
  at(answered, "errors", 0, "code"),
];
const OK = [true, undefined];

test("queues one message about one ticket to the guest, in the buyer's language or the one that is named", async () => {
  const sale = await sell(2);
  assert.deepEqual(refusalOf(await sale.send(GUEST, 1)), OK);
  assert.deepEqual(await sale.queued(), [
    { recipient: GUEST, language: "fr", details: { admission: sale.ids[1] }, renderer: MESSAGES },
  ]);
  const body = { email: "lin@example.com", language: "de" };
  assert.deepEqual(refusalOf(await shop("POST", sale.path(), body, { "Sale-Key": sale.key })), OK);
  assert.deepEqual((await sale.queued()).map(({ language }) => language).toSorted(), ["de", "fr"]);
});

test("sends once for repeated and concurrent calls, also when the first is already sent", async () => {
  const sale = await sell();
  const answers = await Promise.all([1, 2, 3].map(() => sale.send(GUEST)));
  assert.deepEqual(answers.map(refusalOf), Array(3).fill(OK));
  await db.query("UPDATE message SET state = 'SENT' WHERE kind = 'GUEST_TICKET'");
  assert.deepEqual(refusalOf(await sale.send(GUEST)), OK);
  assert.equal((await sale.queued()).length, 1);
});

test("limits a ticket to three an hour and a sale to fifty a day", async () => {
  const sale = await sell(2);
  for (const nth of [1, 2, 3]) assert.deepEqual(refusalOf(await sale.send(`guest${nth}@example.com`)), OK);
  const TOO_MANY = [false, "TOO_MANY_REQUESTS"];
  assert.deepEqual(refusalOf(await sale.send("guest4@example.com")), TOO_MANY);
  assert.deepEqual(refusalOf(await sale.send("guest4@example.com", 1)), OK, "another ticket has a limit of its own");
  await db.query("UPDATE payment_try SET tries = 50 WHERE name = $1", [`guest tickets ${sale.key}`]);
  assert.deepEqual(refusalOf(await sale.send("guest5@example.com", 1)), TOO_MANY);
  assert.equal((await sale.queued()).length, 4);
});

test("refuses two addresses, a used ticket and another sale's key", async () => {
  const [sale, other] = [await sell(), await sell()];
  assert.equal((await sale.send("grace@example.com, eve@example.com")).status, 400);
  assert.equal((await sale.send(GUEST, 0, other.key)).status, 404);
  await promoter("POST", `/admission/${sale.ids[0]}/admit`, {});
  assert.deepEqual(refusalOf(await sale.send(GUEST)), [false, "WRONG_STATE"]);
  assert.equal((await sale.queued()).length, 0);
});

test("refuses where no storefront renders messages, since the service has no link of its own for a guest", async () => {
  const sale = await sell(1, {});
  assert.deepEqual(refusalOf(await sale.send(GUEST)), [false, "WRONG_STATE"]);
});

test("a guest who was sent a ticket hears when its date moves, is cancelled or takes place after all, also after the first message is deleted", async () => {
  const sale = await sell(3);
  assert.deepEqual(refusalOf(await sale.send("ada@example.com", 0)), OK);
  assert.deepEqual(refusalOf(await sale.send(GUEST, 1)), OK);
  assert.deepEqual(refusalOf(await sale.send(GUEST.toUpperCase(), 2)), OK);
  await db.query("DELETE FROM message WHERE kind = 'GUEST_TICKET'");
  const [{ date } = { date: 0 }] = await db.query<{ date: number }>(
    `SELECT event_date_id AS date FROM ticket_type type JOIN admission ON ticket_type_id = type.id WHERE admission.id = $1`,
    [sale.ids[1]],
  );
  const told = () =>
    db.query<{ recipient: string; language: string; details: unknown; renderer: unknown }>(
      `SELECT recipient, language, details, renderer FROM message WHERE $1 = ANY (sale_keys) AND kind = 'GUEST_CHANGED'
        ORDER BY created_at`,
      [sale.key],
    );
  await promoter("PUT", `/eventDate/${date}`, { eventStart: "06-12-2099T18:00" });
  await promoter("PUT", `/eventDate/${date}/cancel`, { refund: "all" });
  await promoter("PUT", `/eventDate/${date}`, { cancelled: false });
  const to = { recipient: GUEST, language: "fr", renderer: MESSAGES };
  assert.deepEqual(await told(), [
    { ...to, details: { admission: sale.ids[1], change: "MOVED" } },
    { ...to, details: { admission: sale.ids[1], change: "CANCELLED" } },
    { ...to, details: { admission: sale.ids[1], change: "REINSTATED" } },
  ]);
});
