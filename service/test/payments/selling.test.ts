import assert from "node:assert/strict";
import test from "node:test";
import { signedIn } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { app, db, shop, promoter, stranger, place, putOn, reserve, reserved, close } = await openShop();
test.after(close);

test("reserves, locks, pays and admits over the interface", async () => {
  const { event, date, type, key, cart, answered } = await reserved();
  assert.deepEqual(at(answered, "invoice"), {
    lines: [
      {
        ticketType: { id: type, name: "Adult", link: `/v2/ticketType/${type}` },
        eventDate: { id: date, name: "Fri, 4 Dec 2099, 7:30 pm", link: `/v2/eventDate/${date}` },
        venueSection: { id: place.stalls, name: "Stalls", link: `/v2/venueSection/${place.stalls}` },
        quantity: 2,
        price: { amount: 45, currency: "NZD" },
        fee: { amount: 2.5, currency: "NZD" },
        total: { amount: 95, currency: "NZD" },
        totalAfterSavings: { amount: 95, currency: "NZD" },
        savings: [],
      },
    ],
    savings: [],
    subtotal: { amount: 90, currency: "NZD" },
    fees: { amount: 5, currency: "NZD" },
    tax: { amount: 12.39, currency: "NZD" },
    total: { amount: 95, currency: "NZD" },
  });
  assert.equal(at(answered, "expirySeconds"), 900);
  assert.match(String(at(answered, "expiry")), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  assert.equal(at(await shop("GET", `/reservation/${key}`), "link", "key"), key);

  const locked = await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.equal(at(locked, "successful"), true);
  assert.equal(at(await shop("GET", `/cart/${cart}`), "total", "amount"), 95);
  assert.equal(at(await shop("GET", `/cart/${cart}`), "sales", 0, "status"), "LOCKED");

  const paid = await shop("POST", `/cart/${cart}/payment`, `{"amount": 95.00, "creditCard": ${JSON.stringify(CARD)}}`);
  assert.equal(paid.status, 200);
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));

  const sale = await shop("GET", `/payment/${key}`);
  assert.equal(at(sale, "status"), "CONFIRMED");
  assert.deepEqual(at(sale, "event"), { id: event, name: "The Tempest", link: `/v2/event/${event}` });
  assert.deepEqual(at(sale, "customer"), { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" });
  assert.equal(at(sale, "data", "Seat wish"), "aisle");
  assert.equal(at(sale, "transactions", 0, "method"), "CREDIT_CARD");
  assert.equal(at(await promoter("GET", `/payment/${at(sale, "id")}`), "key"), key);
  assert.equal((await shop("GET", `/payment/${at(sale, "id")}`)).status, 404, "a number can be guessed");

  const id = at(sale, "admissions", 0, "id");
  const admission = await shop("GET", `/admission/${id}`, undefined, { "sale-key": key });
  assert.equal(at(admission, "timeAdmitted"), null);
  assert.equal(at(admission, "holder"), "Ada Lovelace");
  const uuid = at(admission, "uuid");
  assert.equal((await shop("POST", `/admission/${id}/admit`, {})).status, 403);
  assert.equal(
    at(await promoter("POST", `/admission/${uuid}/admit`, { eventDate: date + 1 }), "result"),
    "WRONG_EVENT_DATE",
  );
  assert.equal(at(await promoter("POST", `/admission/${uuid}/admit`), "result"), "ADMITTED");
  assert.equal(at(await promoter("POST", `/admission/${id}/admit`, {}), "result"), "ALREADY_ADMITTED");
  assert.equal((await promoter("POST", "/admission/nonsense/admit", {})).status, 404);
});

test("hides another account's carts, reservations, sales and admissions, and changes none", async () => {
  const { key, cart } = await reserved();
  const asked: readonly (readonly ["GET" | "POST" | "DELETE", string, object?])[] = [
    ["GET", `/reservation/${key}`],
    ["DELETE", `/reservation/${key}`],
    ["POST", `/reservation/${key}/lock`, BUYER],
    ["POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 95 }, creditCard: CARD }],
    ["GET", `/cart/${cart}`],
    ["POST", `/cart/${cart}/lock`, BUYER],
    ["POST", `/cart/${cart}/unlock`],
    ["POST", `/cart/${cart}/extend`],
    ["POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }],
    ["GET", `/payment/${key}`],
  ];
  for (const [method, path, body] of asked) {
    const theirs = await stranger(method, path, body);
    const nobodys = await stranger(method, path.replace(/[A-Z0-9]{10}/, "ZZZZZZZZZZ"), body);
    assert.equal(theirs.status, 404, `${method} ${path}`);
    assert.deepEqual(theirs.body, nobodys.body);
  }
  assert.equal(at(await shop("GET", `/reservation/${key}`), "status"), "RESERVED");
});

test("a refused reservation is 200 with its reasons; an unknown ticket type is 400; an unknown event or cart 404", async () => {
  const on = await putOn();
  const refused = await reserve(shop, on, 11);
  assert.equal(refused.status, 200);
  assert.deepEqual(refused.body, {
    successful: false,
    messages: ["At most 10 of Adult can be in one order. Choose fewer."],
    errors: [
      {
        path: "tickets[0].quantity",
        code: "OVER_LIMIT",
        message: "At most 10 of Adult can be in one order. Choose fewer.",
        ticketType: on.type,
        left: 10,
      },
    ],
  });
  const orphan = await reserve(shop, on, 1, { replaces: ["ABCDEFGH12"] });
  assert.deepEqual([orphan.status, at(orphan, "errors", 0, "path")], [400, "multiOrderKey"]);
  const unknown = await reserve(shop, { ...on, type: 999_999 });
  assert.equal(unknown.status, 400);
  assert.equal(at(unknown, "errors", 0, "path"), "tickets[0].ticketType");
  assert.equal((await reserve(shop, { ...on, event: 999_999 })).status, 404);
  assert.equal((await reserve(shop, on, 1, { multiOrderKey: "ZZZZZZZZZZ" })).status, 404);
  assert.equal((await reserve(shop, on, 1, { boxOffice: true })).status, 403);
});

test("lets only users who sell reserve", async () => {
  const { event, type } = await putOn();
  await db.query(
    `INSERT INTO account_user (account_id, username, password_hash, sell_capabilities, may_scan)
     SELECT account_id, 'door', password_hash, '{}', true FROM account_user WHERE username = 'shop'`,
  );
  const as = async (username: string) => {
    const headers = { authorization: signedIn(username), "content-type": "application/json" };
    const payload = { event, tickets: [{ ticketType: type, quantity: 1 }] };
    return (await app.inject({ method: "POST", url: "/v2/reservation", headers, payload })).statusCode;
  };
  assert.deepEqual([await as("door"), await as("shop")], [403, 200]);
});

test("a cart is made, filled with two reservations, released from, unlocked and extended", async () => {
  const on = await putOn();
  const cart = String(at(await shop("GET", "/cart/"), "key"));
  assert.deepEqual(at(await shop("GET", `/cart/${cart}`), "sales"), []);
  const one = await reserve(shop, on, 1, { multiOrderKey: cart });
  assert.equal(at(one, "multiSaleKey"), cart);
  await reserve(shop, on, 2, { multiOrderKey: cart });
  assert.equal(at(await shop("GET", `/cart/${cart}`), "total", "amount"), 142.5);

  assert.equal(at(await shop("DELETE", `/reservation/${at(one, "key")}`), "successful"), true);
  assert.equal((await shop("DELETE", `/reservation/${at(one, "key")}`)).status, 404);
  assert.equal(at(await shop("GET", `/cart/${cart}`), "total", "amount"), 95);

  await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.equal(at(await reserve(shop, on, 1, { multiOrderKey: cart }), "errors", 0, "code"), "WRONG_STATE");
  assert.equal(at(await shop("POST", `/cart/${cart}/unlock`), "successful"), true);
  assert.equal(at(await reserve(shop, on, 1, { multiOrderKey: cart }), "successful"), true);
  await db.query(`UPDATE sale SET expires_at = now() + interval '1 minute' WHERE cart_key = $1`, [cart]);
  assert.equal(at(await shop("POST", `/cart/${cart}/extend`), "expirySeconds"), 900);

  await db.query(
    `UPDATE sale SET created_at = now() - interval '3 hours', expires_at = now() + interval '1 second' WHERE cart_key = $1`,
    [cart],
  );
  assert.equal(at(await shop("POST", `/cart/${cart}/extend`), "errors", 0, "code"), "CEILING_REACHED");
  await db.query(`UPDATE sale SET expires_at = now() WHERE cart_key = $1`, [cart]);
  for (const step of ["lock", "unlock", "extend"]) {
    const ended = await shop("POST", `/cart/${cart}/${step}`, step === "lock" ? BUYER : undefined);
    assert.equal(at(ended, "errors", 0, "code"), "HOLD_ENDED", step);
  }
});

test("requires names and a valid email address to lock, and names the missing fields", async () => {
  const { cart } = await reserved();
  const answered = await shop("POST", `/cart/${cart}/lock`, { FIRST_NAME: "  ", EMAIL: "ada" });
  assert.equal(answered.status, 400);
  const rows = at(answered, "errors") as { path: string; code: string }[];
  assert.deepEqual(rows.map(({ path, code }) => `${path} ${code}`).toSorted(), [
    "EMAIL TYPE",
    "FIRST_NAME RANGE",
    "LAST_NAME REQUIRED",
  ]);
});
