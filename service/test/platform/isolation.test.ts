import assert from "node:assert/strict";
import test from "node:test";
import { CALLS } from "#src/calls.ts";
import { watchContents } from "#test/platform/contents.ts";
import { makeOneOfEverything } from "#test/platform/one-of-everything.ts";
import { at, openShop } from "#test/selling.ts";

const testApp = await openShop();
const { promoter, stranger, close } = testApp;
test.after(close);
const { addressOf, bodyOf } = await makeOneOfEverything(testApp);
const contents = await watchContents(testApp.db);

/** Calls without an id, which return or create resources of the caller's own account. */
const WITHOUT_ID = [
  "GET /user/login",
  "POST /user/token",
  "GET /user/tokens",
  "POST /user",
  "POST /venue",
  "POST /voucher",
  "POST /eventGroup",
  "GET /cart",
  "POST /order/findByEmail",
];

for (const call of CALLS) {
  const named = `${call.method} ${call.path}`;
  if (WITHOUT_ID.includes(named)) continue;
  test(`${named} answers 404 to a user of another account and changes nothing`, async () => {
    const before = await contents.digest();
    const answered = await stranger(call.method, addressOf(call), bodyOf(call));
    assert.equal(answered.status, 404, JSON.stringify(answered.body));
    assert.equal(at(answered, "errors", 0, "code"), "NOT_FOUND");
    assert.equal(await contents.digest(), before);
  });
}

test("the control: the same calls find the resources for a user of their own account", async () => {
  for (const call of CALLS.filter(({ method, path }) => method === "GET" && !WITHOUT_ID.includes(`GET ${path}`))) {
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

test("the digests missed no change", () => contents.verify());
