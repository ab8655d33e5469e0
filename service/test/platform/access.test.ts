import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { CALLS } from "#src/calls.ts";
import type { Capability } from "#src/platform/domain/caller.ts";
import { makeOneOfEverything, watchContents } from "#test/platform/one-of-everything.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, asking, at, openShop } from "#test/test-app.ts";

const testApp = await openShop();
const { promoter, stranger } = testApp;
test.after(testApp.close);
const { addressOf, bodyOf, event, ticketType } = await makeOneOfEverything(testApp);
const contents = await watchContents(testApp.db);

type User = Capability | "NONE";
const USERS: readonly User[] = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE", "NONE"];
for (const user of USERS) await testApp.addUser(user, user === "NONE" ? [] : [user]);
const as = (user: User) => asking(testApp.app, user);

const ANY_USER = USERS;
const STAFF: readonly User[] = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE"];
const SELLERS: readonly User[] = ["PUBLIC", "BOX_OFFICE"];
const SELLERS_AND_MANAGERS: readonly User[] = ["PUBLIC", "BOX_OFFICE", "MANAGE"];
const MANAGERS: readonly User[] = ["MANAGE"];

/** The users who may make each call, written by hand independently of the declarations. */
const EXPECTED: Readonly<Record<string, readonly User[]>> = {
  "GET /user/login": ANY_USER,
  "GET /user/{id}": ANY_USER,
  "POST /user/token": ANY_USER,
  "GET /user/tokens": ANY_USER,
  "DELETE /user/token/{id}": ANY_USER,
  "POST /user": MANAGERS,
  "PUT /user/{id}": MANAGERS,
  "GET /account/{id}": ANY_USER,
  "PUT /account/{id}": MANAGERS,
  "GET /account/{id}/users": MANAGERS,
  "GET /account/{id}/auditLog": MANAGERS,
  "POST /voucher": MANAGERS,
  "GET /voucher/{id}": MANAGERS,
  "PUT /voucher/{id}/enable/{enabled}": MANAGERS,
  "GET /account/{id}/vouchers": MANAGERS,
  "GET /account/{id}/paymentMethods": SELLERS,
  "GET /account/{id}/voucherReturns": MANAGERS,
  "POST /voucherReturn/{id}/sendNew": MANAGERS,
  "POST /voucherReturn/{id}/leave": MANAGERS,
  "POST /cart/{key}/voucher": SELLERS,
  "GET /account/{id}/events": ANY_USER,
  "GET /account/{id}/allevents": ANY_USER,
  "GET /account/{id}/venues": ANY_USER,
  "GET /account/{id}/venueSummaries": ANY_USER,
  "GET /account/{id}/eventSummaries": ANY_USER,
  "GET /account/{id}/eventDates": ANY_USER,
  "GET /account/{id}/facets": ANY_USER,
  "GET /account/{id}/eventIndex": ANY_USER,
  "GET /changes": ANY_USER,
  "GET /storefrontRecords": ["PUBLIC"],
  "PUT /storefrontRecords": ["PUBLIC"],
  "GET /account/{id}/eventgroups": ANY_USER,
  "GET /venue/{id}": ANY_USER,
  "POST /venue": MANAGERS,
  "PUT /venue/{id}": MANAGERS,
  "GET /venueSection/{id}": ANY_USER,
  "POST /venueSection": MANAGERS,
  "PUT /venueSection/{id}": MANAGERS,
  "GET /venueConfiguration/{id}": ANY_USER,
  "POST /venueConfiguration": MANAGERS,
  "PUT /venueConfiguration/{id}": MANAGERS,
  "GET /event/{id}": ANY_USER,
  "GET /event/{id}/detailed": ANY_USER,
  "POST /event": MANAGERS,
  "PUT /event/{id}": MANAGERS,
  "PUT /event/{id}/publish/{published}": MANAGERS,
  "GET /event/{id}/publishable": MANAGERS,
  "GET /eventGroup/{id}": ANY_USER,
  "POST /eventGroup": MANAGERS,
  "PUT /eventGroup/{id}": MANAGERS,
  "PUT /eventGroup/{id}/publish/{published}": MANAGERS,
  "GET /eventDate/{id}": ANY_USER,
  "POST /eventDate": MANAGERS,
  "PUT /eventDate/{id}": MANAGERS,
  "GET /ticketType/{id}": ANY_USER,
  "POST /ticketType": MANAGERS,
  "PUT /ticketType/{id}": MANAGERS,
  "POST /additionalField": MANAGERS,
  "GET /additionalField/{id}": MANAGERS,
  "GET /event/{id}/additionalFields": MANAGERS,
  "PUT /additionalField/{id}": MANAGERS,
  "PUT /additionalField/{id}/enable/{enabled}": MANAGERS,
  "GET /masterTicket/{id}": MANAGERS,
  "GET /event/{id}/masterTickets": MANAGERS,
  "POST /masterTicket": MANAGERS,
  "PUT /masterTicket/{id}": MANAGERS,
  // The box office's offering has a test of its own below.
  "GET /offering/{eventId}/{type}": ["PUBLIC"],
  "GET /event/{id}/offeringCopies": MANAGERS,
  "GET /offeringCopy/{id}": MANAGERS,
  "POST /offeringCopy": MANAGERS,
  "PUT /offeringCopy/{id}": MANAGERS,
  "DELETE /offeringCopy/{id}": MANAGERS,
  "POST /discount": MANAGERS,
  "PUT /discount/{id}": MANAGERS,
  "GET /discount/{id}": SELLERS_AND_MANAGERS,
  "PUT /discount/{id}/enable/{enabled}": MANAGERS,
  "GET /account/{id}/discounts": SELLERS_AND_MANAGERS,
  "POST /festivalDiscount": MANAGERS,
  "PUT /festivalDiscount/{id}": MANAGERS,
  "GET /festivalDiscount/{id}": SELLERS_AND_MANAGERS,
  "PUT /festivalDiscount/{id}/enable/{enabled}": MANAGERS,
  "GET /account/{id}/festivalDiscounts": SELLERS_AND_MANAGERS,
  "POST /multipack": MANAGERS,
  "PUT /multipack/{id}": MANAGERS,
  "GET /multipack/{id}": SELLERS_AND_MANAGERS,
  "PUT /multipack/{id}/enable/{enabled}": MANAGERS,
  "GET /account/{id}/multipacks": SELLERS_AND_MANAGERS,
  "GET /code/{id}": MANAGERS,
  "POST /code": MANAGERS,
  "PUT /code/{id}": MANAGERS,
  "PUT /code/{id}/enable/{enabled}": MANAGERS,
  "GET /account/{id}/codes": MANAGERS,
  "POST /quote": SELLERS,
  // The box office's reservations have a test of their own below.
  "POST /reservation": ["PUBLIC"],
  "GET /reservation/{key}": SELLERS_AND_MANAGERS,
  "DELETE /reservation/{key}": SELLERS,
  "PUT /reservation/{key}/tickets": SELLERS,
  "POST /reservation/{key}/lock": SELLERS,
  "POST /reservation/{key}/payment": SELLERS,
  "GET /event/{id}/waitingList": SELLERS_AND_MANAGERS,
  "POST /event/{id}/waitingList": SELLERS,
  "GET /eventDate/{id}/waitingList": SELLERS_AND_MANAGERS,
  "POST /eventDate/{id}/waitingList": SELLERS,
  "GET /waitingList/{key}": SELLERS_AND_MANAGERS,
  "POST /waitingList/{key}/confirm": SELLERS,
  "PUT /waitingList/{key}": SELLERS,
  "DELETE /waitingList/{key}": SELLERS_AND_MANAGERS,
  "GET /cart": SELLERS,
  "GET /cart/{key}": SELLERS_AND_MANAGERS,
  "PUT /cart/{key}/codes": SELLERS,
  "POST /cart/{key}/lock": SELLERS,
  "POST /cart/{key}/unlock": SELLERS,
  "POST /cart/{key}/extend": SELLERS,
  "POST /cart/{key}/payment": SELLERS,
  "GET /payment/{keyOrId}": SELLERS_AND_MANAGERS,
  "PUT /order/{key}/data": SELLERS_AND_MANAGERS,
  "GET /order/{key}/sendEmail": SELLERS_AND_MANAGERS,
  "POST /order/findByEmail": ["PUBLIC"],
  "GET /account/{id}/messages": ["MANAGE"],
  "POST /message/{id}/retry": ["MANAGE"],
  "GET /account/{id}/deadMessages": ["MANAGE"],
  "POST /account/{id}/deadMessages/retry": ["MANAGE"],
  "GET /admission/{id}": STAFF,
  "PUT /admission/{id}/data": SELLERS_AND_MANAGERS,
  "PUT /admission/{id}/holder": SELLERS_AND_MANAGERS,
  "POST /admission/{id}/sendEmail": SELLERS_AND_MANAGERS,
  "POST /admission/{scanned}/admit": ["SCAN"],
  "POST /order/{key}/admit": ["SCAN"],
  "GET /eventDate/{id}/admissionsMinimal": ["SCAN", "MANAGE"],
  "POST /order/{key}/refund": ["MANAGE"],
  "POST /admission/{id}/refund": ["MANAGE"],
  "GET /order/{key}/refunds": ["MANAGE"],
  "PUT /event/{id}/cancel": ["MANAGE"],
  "PUT /eventDate/{id}/cancel": ["MANAGE"],
  "GET /refundJob/{id}": ["MANAGE"],
  "POST /order/{key}/refundByBuyer": SELLERS,
  "POST /order/refundQuote": SELLERS,
  "POST /order/{key}/choice": SELLERS,
  "POST /order/{key}/refundRequest": SELLERS,
  "GET /account/{id}/refundRequests": ["MANAGE"],
  "POST /refundRequest/{id}/approve": ["MANAGE"],
  "POST /refundRequest/{id}/decline": ["MANAGE"],
};

const isRefused = (answered: Answered) =>
  answered.status === 403 && at(answered, "errors", 0, "code") === "NOT_ALLOWED";

/** Calls without an id, which return or create resources of the caller's own account. */
const WITHOUT_ID = [
  "GET /user/login",
  "GET /changes",
  "GET /storefrontRecords",
  "PUT /storefrontRecords",
  "POST /user/token",
  "GET /user/tokens",
  "POST /user",
  "POST /venue",
  "POST /voucher",
  "POST /eventGroup",
  "GET /cart",
  "POST /order/findByEmail",
];
const withId = CALLS.filter(({ method, path }) => !WITHOUT_ID.includes(`${method} ${path}`));

// Before any call is made that ends a resource.
for (const call of withId) {
  test(`${call.method} ${call.path} answers 404 to a user of another account and changes nothing`, async () => {
    const before = await contents.digest();
    const answered = await stranger(call.method, addressOf(call), bodyOf(call));
    assert.deepEqual([answered.status, at(answered, "errors", 0, "code")], [404, "NOT_FOUND"]);
    assert.equal(await contents.digest(), before);
  });
}

test("the control: the same calls find the resources for a user of their own account", async () => {
  for (const call of withId.filter(({ method }) => method === "GET")) {
    const { status, body } = await promoter("GET", addressOf(call));
    assert.equal(status, 200, `${call.path} ${JSON.stringify(body)}`);
  }
});

test("lists nothing of one account to another", async () => {
  const theirs = Number(at(await stranger("GET", "/user/login"), "account", "id"));
  for (const { path } of CALLS.filter(({ method, path }) => method === "GET" && path.startsWith("/account/{id}/"))) {
    const { status, body } = await stranger("GET", path.replace("{id}", String(theirs)));
    assert.equal(status, 200, path);
    assert.doesNotMatch(JSON.stringify(body), /Tempest|Playhouse|Ours|Adult/, path);
  }
});

for (const call of CALLS) {
  const name = `${call.method} ${call.path}`;
  const allowed = EXPECTED[name] ?? [];
  test(`${name} is for ${allowed.join(", ")} and refused to other users`, async () => {
    assert.ok(EXPECTED[name], `Add ${name} to EXPECTED: who may make this call?`);
    const before = await contents.digest();
    for (const user of USERS.filter((one) => !allowed.includes(one))) {
      const answered = await as(user)(call.method, addressOf(call), bodyOf(call));
      assert.ok(isRefused(answered), `${user}: ${answered.status} ${JSON.stringify(answered.body)}`);
    }
    assert.equal(await contents.digest(), before);
    for (const user of allowed) {
      const answered = await as(user)(call.method, addressOf(call), bodyOf(call));
      assert.ok(answered.status !== 401 && !isRefused(answered), `${user}: ${JSON.stringify(answered.body)}`);
    }
  });
}

test("allows the box office's offering and reservations with BOX_OFFICE only", async () => {
  const wanted = { event, tickets: [{ ticketType, quantity: 1 }], boxOffice: true };
  for (const user of USERS) {
    const offered = await as(user)("GET", `/offering/${event}/BOX_OFFICE`);
    const reserved = await as(user)("POST", "/reservation", wanted);
    assert.deepEqual([isRefused(offered), isRefused(reserved)], Array(2).fill(user !== "BOX_OFFICE"), user);
  }
});

test("the control: a call that any user may make is not refused to the same user", async () => {
  const open = createApp(testRuntime(testApp.db), { calls: CALLS.map((call) => ({ ...call, access: "ANY_USER" })) });
  const path = `/account/${testApp.accountId}/users`;
  assert.ok(isRefused(await as("PUBLIC")("GET", path)));
  assert.equal((await asking(open, "PUBLIC")("GET", path)).status, 200);
  await open.close();
});

test("lists only existing calls in EXPECTED", () => {
  const known = new Set(CALLS.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual(
    Object.keys(EXPECTED).filter((name) => !known.has(name)),
    [],
  );
});

test("the digests missed no change", () => contents.verify());
