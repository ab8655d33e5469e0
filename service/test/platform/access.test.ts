import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { CALLS } from "#src/calls.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Call } from "#src/platform/http/call.ts";
import { EXPECTED, USERS, type User, usersOf } from "#test/platform/access-table.ts";
import { makeOneOfEverything, watchContents } from "#test/platform/one-of-everything.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, asking, at, openShop } from "#test/test-app.ts";

const testApp = await openShop();
const { promoter, stranger } = testApp;
test.after(testApp.close);
const { addressOf, bodyOf, event, ticketType } = await makeOneOfEverything(testApp);
const contents = await watchContents(testApp.db);

for (const user of USERS) await testApp.addUser(user, user === "NONE" ? [] : [user]);
const as = (user: User) => asking(testApp.app, user);

const nameOf = ({ method, path }: Pick<Call, "method" | "path">) => `${method} ${path}`;

/** Returns the calls that the table lacks, and the rows of calls that do not exist. */
function gapsOf(calls: readonly Pick<Call, "method" | "path">[]) {
  const names = calls.map(nameOf);
  return {
    missing: names.filter((name) => EXPECTED[name] === undefined),
    unknown: Object.keys(EXPECTED).filter((name) => !names.includes(name)),
  };
}

const isRefused = (answered: Answered) =>
  answered.status === 403 && at(answered, "errors", 0, "code") === "NOT_ALLOWED";

/** Makes a call as each of these users and returns those who are refused. */
async function refusedOf(call: Call<PaymentRuntime>, users: readonly User[], app = testApp.app) {
  const refused: User[] = [];
  for (const user of users) {
    const answered = await asking(app, user)(call.method, addressOf(call), bodyOf(call));
    assert.notEqual(answered.status, 401);
    if (isRefused(answered)) refused.push(user);
  }
  return refused;
}

/** Calls without an id, which return or create resources of the caller's own account. */
const WITHOUT_ID = [
  "GET /user/login",
  "GET /changes",
  "GET /storefrontRecords",
  "PUT /storefrontRecords",
  "POST /sources/opened",
  "POST /user/token",
  "GET /user/tokens",
  "POST /user/secondFactor",
  "PUT /user/secondFactor",
  "DELETE /user/secondFactor",
  "PUT /user/password",
  "POST /user",
  "POST /venue",
  "POST /voucher",
  "POST /eventGroup",
  "GET /cart",
  "POST /order/findByEmail",
  "POST /user/password/forgotten",
  "POST /user/password/byLink",
  "POST /invitation/accept",
  "POST /mailLink/find",
  "POST /mailLink/confirm",
];
const withId = CALLS.filter(({ method, path }) => !WITHOUT_ID.includes(nameOf({ method, path })));

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
  const name = nameOf(call);
  const allowed = usersOf(EXPECTED[name] ?? "");
  test(`${name} is for ${allowed.join(", ")} and refused to other users`, async () => {
    const others = USERS.filter((user) => !allowed.includes(user));
    const before = await contents.digest();
    assert.deepEqual(await refusedOf(call, others), others);
    assert.equal(await contents.digest(), before);
    assert.deepEqual(await refusedOf(call, allowed), []);
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

test("the table has each call, and no other", () => {
  assert.deepEqual(gapsOf(CALLS), { missing: [], unknown: [] });
});

test("the control: a call without a row, a row without a call, and a call that is open to all are found", async () => {
  const others = CALLS.filter((call) => nameOf(call) !== "POST /quote");
  const gaps = gapsOf([...others, { method: "GET", path: "/new" }]);
  assert.deepEqual(gaps, { missing: ["GET /new"], unknown: ["POST /quote"] });

  const open = createApp(testRuntime(testApp.db), { calls: CALLS.map((call) => ({ ...call, access: "ANY_USER" })) });
  const call = CALLS.find((one) => nameOf(one) === "GET /account/{id}/refundRequests");
  assert.ok(call);
  assert.deepEqual(await refusedOf(call, USERS), ["PUBLIC", "BOX_OFFICE", "SCAN", "REPORTS", "NONE"]);
  assert.deepEqual(await refusedOf(call, USERS, open), []);
  await open.close();
});

test("the digests missed no change", () => contents.verify());
