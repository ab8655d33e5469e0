import assert from "node:assert/strict";
import test from "node:test";
import { appCode, tokenFor, turnOn } from "#test/accounts/app-codes.ts";
import { type Answered, type Ask, asking, at, openShop, TEST_PASSWORD } from "#test/test-app.ts";

const { addUser, app, accountId, promoter, stranger, close } = await openShop();
test.after(close);

const NEW = "eight green bottles";
const refusal = ({ status, body }: Answered) => [
  status,
  ...(status === 200 ? [] : [Object(body).errors[0].path, Object(body).errors[0].reason]),
];
const status = async (answer: Promise<Answered>) => (await answer).status;
const tokenOf = async (ask: Ask, more: object = {}) =>
  String(at(await ask("POST", "/user/token", tokenFor(more)), "token"));

/** Returns the entries of the log whose call changed this user, as what they changed. */
async function logged(id: number) {
  const { body } = await promoter("GET", `/account/${accountId}/auditLog?pageSize=200`);
  const entries: readonly { call: string; what: { id: number } | null; after: unknown }[] = Object(body).entries;
  return entries.filter(({ what }) => what?.id === id).map(({ call, after }) => [call, after]);
}

test("a new password ends the old one, other tokens, devices and challenges, and keeps the token that is used", async () => {
  const password = await addUser("kiri", ["MANAGE"]);
  const id = Number(at(await password("GET", "/user/login"), "id"));
  const [used, other] = [await tokenOf(password), await tokenOf(password)];
  const ask = asking(app, "kiri", used);
  const { secret } = await turnOn(ask);
  const signed = await password("POST", "/user/token", tokenFor({ code: appCode(secret, 1), rememberDevice: true }));
  const challenge = String(at(await password("POST", "/user/token", tokenFor()), "challenge"));

  assert.deepEqual(refusal(await ask("PUT", "/user/password", { current: "wrong", password: NEW })), [
    400,
    "current",
    "password_wrong",
  ]);
  assert.deepEqual(refusal(await ask("PUT", "/user/password", { current: TEST_PASSWORD, password: "short" })), [
    400,
    "password",
    "password_unfit",
  ]);
  assert.equal(await status(asking(app, "kiri", other)("GET", "/user/login")), 200, "the control");
  assert.equal(await status(ask("PUT", "/user/password", { current: TEST_PASSWORD, password: NEW })), 200);

  assert.equal(await status(ask("GET", "/user/login")), 200);
  assert.equal(Object((await ask("GET", "/user/tokens")).body).tokens.length, 1);
  for (const ended of [other, String(at(signed, "token")), TEST_PASSWORD])
    assert.equal(await status(asking(app, "kiri", ended)("GET", "/user/login")), 401);
  const anew = asking(app, "kiri", NEW);
  assert.deepEqual(refusal(await anew("POST", "/user/token", tokenFor({ device: at(signed, "device") }))), [
    403,
    "code",
    "second_factor",
  ]);
  assert.equal(await status(asking(app, "kiri", challenge)("POST", "/user/token", tokenFor({ code: "123456" }))), 401);
  assert.deepEqual((await logged(id))[0], ["PUT /user/password", { passwordHash: "changed" }]);
});

test("guesses of the current password at once are limited like wrong passwords", async () => {
  // With a hash as slow as those of real users, so that the guesses queue.
  const current = "seven green bottles";
  await promoter("POST", "/user", { username: "hemi", password: current, capabilities: ["REPORTS"] });
  const ask = asking(app, "hemi", await tokenOf(asking(app, "hemi", current)));
  const guesses = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => ask("PUT", "/user/password", { current: `guess ${nth}`, password: NEW })),
  );
  assert.deepEqual(guesses.map(({ status }) => status).toSorted(), [...Array(4).fill(400), ...Array(12).fill(429)]);
  const putOff = guesses.find(({ status }) => status === 429);
  assert.deepEqual(refusal(putOff as Answered), [429, "current", "too_many_failures"]);
  assert.match(String(putOff?.headers["retry-after"]), /^[1-9]\d*$/);
  assert.equal(await status(ask("PUT", "/user/password", { current, password: NEW })), 200);
});

test("oneself and a manager of the account sign a user out everywhere, and nobody else does", async () => {
  const password = await addUser("mere", ["SCAN"]);
  const id = Number(at(await password("GET", "/user/login"), "id"));
  const helper = await addUser("tane", ["ORDERS"]);
  const first = asking(app, "mere", await tokenOf(password));
  for (const other of [helper, stranger]) assert.equal(await status(other("DELETE", `/user/${id}/tokens`)), 404);
  assert.equal(await status(first("GET", "/user/login")), 200, "the control");
  assert.equal(await status(first("DELETE", `/user/${id}/tokens`)), 200);
  assert.equal(await status(first("GET", "/user/login")), 401);
  const second = asking(app, "mere", await tokenOf(password));
  assert.equal(await status(second("GET", "/user/login")), 200);
  assert.equal(await status(promoter("DELETE", `/user/${id}/tokens`)), 200);
  assert.equal(await status(second("GET", "/user/login")), 401);
  assert.equal(await status(password("GET", "/user/login")), 200, "the password is not ended");
  const ended = [`DELETE /user/${id}/tokens`, { tokens: "changed" }];
  const endings = (await logged(id)).filter(([call]) => String(call).startsWith("DELETE "));
  assert.deepEqual(endings, [ended, ended]);
});

test("PUT /user/{id} takes an own password or email with the password alone, whose wrong ones delay, and from no lesser token", async () => {
  // With a hash as slow as those of real users, so that the guesses queue.
  const current = "seven green bottles";
  await promoter("POST", "/user", { username: "pita", password: current, capabilities: ["MANAGE", "SCAN"] });
  const password = asking(app, "pita", current);
  const id = Number(at(await password("GET", "/user/login"), "id"));
  const put = (ask: Ask, body: object) => ask("PUT", `/user/${id}`, body);
  const [whole, limited] = [await tokenOf(password), await tokenOf(password, { scopes: ["MANAGE"] })];
  const [ask, lesser] = [asking(app, "pita", whole), asking(app, "pita", limited)];
  const email = "thief@foyer.example";
  for (const change of [{ email }, { password: NEW }]) {
    assert.deepEqual(refusal(await put(ask, change)), [400, "currentPassword", "password_wrong"]);
    const known = { ...change, currentPassword: current };
    assert.deepEqual(refusal(await put(lesser, known)), [403, "", "not_allowed"]);
  }
  const own = at(await ask("GET", `/user/${id}`), "email");
  assert.deepEqual(
    refusal(await put(lesser, { firstName: "Pita", email: own })),
    [200],
    "nothing that it signs in with",
  );
  assert.deepEqual(refusal(await put(promoter, { email: "pita@foyer.example" })), [200], "another manager");
  const guesses = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => put(ask, { email, currentPassword: `guess ${nth}` })),
  );
  assert.equal(guesses.filter(({ status }) => status === 429).length, 12);
  const putOff = guesses.find(({ status }) => status === 429);
  assert.deepEqual(putOff && refusal(putOff), [429, "currentPassword", "too_many_failures"]);
  assert.equal(at(await ask("GET", `/user/${id}`), "email"), "pita@foyer.example");
});

test("a token without scopes has at each moment what its user has, and one made with a limited token no more than that", async () => {
  const password = await addUser("rangi", ["ORDERS", "REPORTS"]);
  const id = Number(at(await password("GET", "/user/login"), "id"));
  const capabilities = async (token: string) =>
    at(await asking(app, "rangi", token)("GET", "/user/login"), "capabilities");
  const whole = await tokenOf(password);
  const limited = await tokenOf(password, { scopes: ["ORDERS"] });
  const [child, ofLimited] = [await tokenOf(asking(app, "rangi", whole)), await tokenOf(asking(app, "rangi", limited))];
  assert.deepEqual(await capabilities(whole), ["ORDERS", "REPORTS"]);
  await promoter("PUT", `/user/${id}`, { capabilities: ["ORDERS", "SCAN"] });
  assert.deepEqual(await capabilities(whole), ["SCAN", "ORDERS"]);
  assert.deepEqual(await capabilities(child), ["SCAN", "ORDERS"]);
  for (const token of [limited, ofLimited]) assert.deepEqual(await capabilities(token), ["ORDERS"]);
  const { body } = await asking(app, "rangi", whole)("GET", "/user/tokens");
  const scopes = Object(body).tokens.map(({ scopes }: { scopes: unknown }) => scopes);
  assert.deepEqual(scopes, [["ORDERS"], ["SCAN", "ORDERS"], ["ORDERS"], ["SCAN", "ORDERS"]]);
});
