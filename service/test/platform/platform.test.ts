import assert from "node:assert/strict";
import test from "node:test";
import type { FastifyInstance, InjectOptions } from "fastify";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { createApp } from "#src/app.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import { testWorld } from "#test/world.ts";

const PASSWORD = "correct: horse";
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
const SIGNED_IN = {
  authorization: basic("shop", PASSWORD),
  "content-type": "application/json",
  accepts: "application/json",
};

/** Returns an application whose database has one user only: sufficient for every rule before the handlers. */
async function appOfOneUser(): Promise<FastifyInstance> {
  const user = {
    ...{
      id: 3,
      password_hash: await hashPassword(PASSWORD),
      first_name: "Web",
      last_name: "Shop",
      email: "shop@foyer.example",
    },
    ...{ sell_capabilities: ["PUBLIC"], may_scan: false, may_manage: false },
    ...{ account_id: 1, account_name: "Harbour & Hall", currency: "NZD" },
  };
  const query = async (_text: string, values: readonly unknown[] = []) => (values[0] === "shop" ? [user] : []);
  const unused = () => assert.fail("not part of this test");
  const db = { query, prepared: unused, transaction: unused } as unknown as PaymentWorld["db"];
  return createApp(testWorld(db));
}

const app = await appOfOneUser();
test.after(() => app.close());

const ask = (options: InjectOptions) => app.inject({ method: "GET", headers: SIGNED_IN, ...options });

test("returns the signed-in user with their capabilities", async () => {
  const response = await ask({ url: "/v2/user/login" });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), {
    id: 3,
    name: "Web Shop",
    email: "shop@foyer.example",
    account: { id: 1, name: "Harbour & Hall", link: "/v2/account/1" },
    sellCapabilities: [{ type: "PUBLIC", offeringUrl: "/v2/offering/{eventId}/PUBLIC" }],
    scanCapabilities: [],
  });
});

const AUTHORIZATION = { authorization: SIGNED_IN.authorization };
const rules: readonly (readonly [what: string, request: InjectOptions, status: number])[] = [
  ["the other mount", { url: "/api/v2/user/login" }, 200],
  ["a trailing slash", { url: "/v2/user/login/" }, 200],
  ["the suffix instead of headers", { url: "/v2/user/login.json", headers: AUTHORIZATION }, 200],
  [
    "a charset",
    { url: "/v2/user/login", headers: { ...SIGNED_IN, "content-type": "application/json; charset=UTF-8" } },
    200,
  ],
  ["no content type at all", { url: "/v2/user/login", headers: AUTHORIZATION }, 415],
  ["another content type", { url: "/v2/user/login", headers: { ...SIGNED_IN, "content-type": "text/xml" } }, 415],
  ["no user", { url: "/v2/user/login.json", headers: {} }, 401],
  ["a wrong password", { url: "/v2/user/login.json", headers: { authorization: basic("shop", "wrong") } }, 401],
  ["a bearer token", { url: "/v2/user/login.json", headers: { authorization: "Bearer abc" } }, 401],
  ["no such address", { url: "/v2/nothing" }, 404],
  ["a malformed address", { url: "/v2/user/%zz" }, 400],
  ["an unknown parameter", { url: "/v2/user/login?page=1" }, 400],
  ["a method the address lacks", { method: "DELETE", url: "/v2/user/login" }, 405],
];

for (const [what, request, status] of rules) {
  test(`answers ${status} for ${what}`, async () => {
    const response = await ask(request);
    assert.equal(response.statusCode, status);
    if (status !== 200) {
      const body = response.json();
      assert.equal(body.successful, false);
      assert.deepEqual(Object.keys(body.errors[0]).slice(0, 3), ["path", "code", "message"]);
      assert.deepEqual(body.messages, [body.errors[0].message]);
    }
  });
}

test("names the allowed methods with 405, and the scheme with 401", async () => {
  assert.equal((await ask({ method: "PUT", url: "/v2/user/login" })).headers.allow, "GET");
  assert.match(
    String((await ask({ url: "/v2/user/login.json", headers: {} })).headers["www-authenticate"]),
    /^Basic realm=/,
  );
});
