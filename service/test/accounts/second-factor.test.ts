import assert from "node:assert/strict";
import test from "node:test";
import { appCode, tokenFor, turnOn, wrongCode } from "#test/accounts/app-codes.ts";
import { type Answered, type Ask, asking, at, openShop, TEST_PASSWORD } from "#test/test-app.ts";

const { addUser, app, db, accountId, shop, promoter, stranger, close } = await openShop();
test.after(close);
const CURRENT = { current: TEST_PASSWORD };

const refusal = ({ status, body }: Answered) => [
  status,
  ...(status === 200 ? [] : [Object(body).errors[0].path, Object(body).errors[0].reason]),
];
const idOf = async (ask: Ask) => Number(at(await ask("GET", "/user/login"), "id"));

/** Adds a manager, who works with a token. */
async function manager(username: string) {
  const password = await addUser(username, ["MANAGE"]);
  const token = String(at(await password("POST", "/user/token", tokenFor()), "token"));
  return { id: await idOf(password), password, ask: asking(app, username, token) };
}

/** Returns what the log of changes has about the second factor of this user. */
async function logged(id: number) {
  const { body } = await promoter("GET", `/account/${accountId}/auditLog?pageSize=200`);
  const entries: readonly { user: { id: number }; call: string; what: { id: number } | null; after: unknown }[] =
    Object(body).entries;
  return entries
    .filter(({ what, call }) => what?.id === id && call.includes("secondFactor"))
    .map(({ user, call, after }) => [user.id, call, after])
    .toReversed();
}

test("a second factor is off until a code of the app is right, and then the password alone is refused everywhere", async () => {
  const { id, password, ask } = await manager("kiri");
  const made = await ask("POST", "/user/secondFactor", CURRENT);
  const secret = String(at(made, "secret"));
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.match(String(at(made, "uri")), /^otpauth:\/\/totp\/The%20harbour%20account:kiri\?.*secret=/);
  const codes: readonly string[] = Object(made.body).backupCodes;
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  assert.equal(
    JSON.stringify(await db.query("SELECT backup_codes FROM second_factor")).includes(codes[0] ?? ""),
    false,
  );

  assert.deepEqual(refusal(await ask("PUT", "/user/secondFactor", { code: wrongCode(secret) })), [
    400,
    "code",
    "code_wrong",
  ]);
  assert.equal(at(await password("GET", "/user/login"), "secondFactor"), "OFF");
  assert.equal((await ask("PUT", "/user/secondFactor", { code: appCode(secret) })).status, 200);

  for (const path of ["/user/login", `/user/${id}`, `/account/${accountId}/users`]) {
    const refused = await password("GET", path);
    assert.deepEqual(refusal(refused), [401, "Authorization", "second_factor"]);
    assert.equal(at(refused, "errors", 0, "code"), "SECOND_FACTOR_REQUIRED");
  }
  assert.equal(at(await ask("GET", "/user/login"), "secondFactor"), "ON", "tokens work as ever");
  assert.equal((await asking(app, "kiri", "a wrong one")("GET", "/user/login")).status, 401);
  assert.deepEqual(await logged(id), [[id, "PUT /user/secondFactor", { secondFactor: "ON" }]]);
});

test("a session that does not know the password makes none, and its guesses are limited like wrong passwords", async () => {
  // With a hash as slow as those of real users, so that the guesses queue.
  const current = "seven green bottles";
  await promoter("POST", "/user", { username: "pita", password: current, capabilities: ["MANAGE"] });
  const ask = asking(
    app,
    "pita",
    String(at(await asking(app, "pita", current)("POST", "/user/token", tokenFor()), "token")),
  );
  const guesses = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => ask("POST", "/user/secondFactor", { current: `guess ${nth}` })),
  );
  const reasons = guesses.map(refusal).toSorted();
  const wrong = [400, "current", "password_wrong"];
  const putOff = [429, "current", "too_many_failures"];
  assert.deepEqual(reasons, [...Array(4).fill(wrong), ...Array(12).fill(putOff)]);
  assert.deepEqual(refusal(await ask("PUT", "/user/secondFactor", { code: "123456" })), [
    400,
    "",
    "second_factor_not_begun",
  ]);
  assert.equal((await ask("POST", "/user/secondFactor", { current })).status, 200, "the control");
});

test("one that is on is not replaced, and is turned off with a code of it alone", async () => {
  const { id, password, ask } = await manager("hemi");
  assert.deepEqual(refusal(await ask("DELETE", "/user/secondFactor", { code: "123456" })), [
    400,
    "",
    "second_factor_off",
  ]);
  assert.deepEqual(refusal(await ask("PUT", "/user/secondFactor", { code: "123456" })), [
    400,
    "",
    "second_factor_not_begun",
  ]);
  const { secret, code } = await turnOn(ask);
  assert.deepEqual(refusal(await ask("POST", "/user/secondFactor", CURRENT)), [400, "", "second_factor_on"]);
  assert.deepEqual(refusal(await ask("PUT", "/user/secondFactor", { code: appCode(secret, 1) })), [
    400,
    "",
    "second_factor_on",
  ]);
  assert.deepEqual(refusal(await ask("DELETE", "/user/secondFactor", { code: wrongCode(secret) })), [
    400,
    "code",
    "code_wrong",
  ]);
  assert.deepEqual(refusal(await ask("DELETE", "/user/secondFactor", { code })), [400, "code", "code_used"]);
  assert.equal((await password("GET", "/user/login")).status, 401);
  assert.equal((await ask("DELETE", "/user/secondFactor", { code: appCode(secret, 1) })).status, 200);
  assert.equal(at(await password("GET", "/user/login"), "secondFactor"), "OFF");
  assert.deepEqual(
    (await logged(id)).map(([, call]) => call),
    ["PUT /user/secondFactor", "DELETE /user/secondFactor"],
  );
});

test("a secret that was replaced before it was on turns nothing on", async () => {
  const { ask } = await manager("tane");
  const old = String(at(await ask("POST", "/user/secondFactor", CURRENT), "secret"));
  const secret = String(at(await ask("POST", "/user/secondFactor", CURRENT), "secret"));
  const stale = [0, 1]
    .map((steps) => appCode(old, steps))
    .find((code) => ![0, 1, -1, 2].some((at) => appCode(secret, at) === code));
  assert.deepEqual(refusal(await ask("PUT", "/user/secondFactor", { code: stale })), [400, "code", "code_wrong"]);
  assert.equal((await ask("PUT", "/user/secondFactor", { code: appCode(secret) })).status, 200);
});

test("another manager turns off the second factor of a lost phone, and it is logged", async () => {
  const { id, password, ask } = await manager("mere");
  const { secret } = await turnOn(ask);
  assert.equal((await stranger("DELETE", `/user/${id}/secondFactor`)).status, 404);
  assert.deepEqual(refusal(await ask("DELETE", `/user/${id}/secondFactor`)), [400, "id", "own_second_factor"]);
  assert.equal((await password("GET", "/user/login")).status, 401);

  const remembered = await password(
    "POST",
    "/user/token",
    tokenFor({ code: appCode(secret, 1), rememberDevice: true }),
  );
  assert.equal((await promoter("DELETE", `/user/${id}/secondFactor`)).status, 200);
  assert.equal((await password("GET", "/user/login")).status, 200, "at once in this process");
  assert.deepEqual((await logged(id)).at(-1), [
    await idOf(promoter),
    `DELETE /user/${id}/secondFactor`,
    { secondFactor: "OFF" },
  ]);

  await turnOn(ask);
  const device = at(remembered, "device");
  assert.equal((await password("POST", "/user/token", tokenFor({ device }))).status, 403, "devices are forgotten");
});

test("a shop and a token that has less than its user may not change how the user signs in", async () => {
  const helper = await addUser("door", ["SCAN", "ORDERS"]);
  const limited = String(at(await helper("POST", "/user/token", tokenFor({ scopes: ["SCAN"] })), "token"));
  const password = { current: "as good as any", password: "eight green bottles" };
  for (const ask of [shop, asking(app, "door", limited)]) {
    assert.deepEqual(refusal(await ask("POST", "/user/secondFactor", CURRENT)), [403, "", "not_allowed"]);
    assert.deepEqual(refusal(await ask("PUT", "/user/secondFactor", { code: "123456" })), [403, "", "not_allowed"]);
    assert.deepEqual(refusal(await ask("DELETE", "/user/secondFactor", { code: "123456" })), [403, "", "not_allowed"]);
    assert.deepEqual(refusal(await ask("PUT", "/user/password", password)), [403, "", "not_allowed"]);
  }
  const whole = String(at(await helper("POST", "/user/token", tokenFor({ scopes: ["SCAN", "ORDERS"] })), "token"));
  assert.equal((await asking(app, "door", whole)("POST", "/user/secondFactor", CURRENT)).status, 200);
  assert.equal((await promoter("POST", "/user/secondFactor", CURRENT)).status, 200, "a manager who also sells");
});
