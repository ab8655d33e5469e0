import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, type Ask, asking, at, CARD, openShop } from "#test/test-app.ts";

const { addUser, app, db, accountId, processor, shop, promoter, stranger, reserved, close } = await openShop();
test.after(close);

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();
const IN_TWO_HOURS = new Date(Date.now() + 7_200_000).toISOString();
type Made = { readonly id: number; readonly token: string };

const create = (ask: Ask, scopes: readonly string[], expiresAt = IN_AN_HOUR) =>
  ask("POST", "/user/token", { scopes, expiresAt, name: "Laptop" });
async function made(ask: Ask, scopes: readonly string[], expiresAt?: string): Promise<Made> {
  const answered = await create(ask, scopes, expiresAt);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return { id: Number(at(answered, "id")), token: String(at(answered, "token")) };
}
const by = ({ token }: Made, username = "promoter") => asking(app, username, token);
const status = async (answer: Promise<Answered>) => (await answer).status;
const refusal = ({ status, body }: Answered) => [status, Object(body).errors[0].path, Object(body).errors[0].code];
async function newManager(username: string): Promise<{ id: number; ask: Ask }> {
  const ask = await addUser(username, ["SCAN", "MANAGE"]);
  return { id: Number(at(await ask("GET", "/user/login"), "id")), ask };
}

test("accepts a token as its user's password, limited to its scopes, and stores only its hash", async () => {
  const token = await made(promoter, ["SCAN"]);
  const login = await by(token)("GET", "/user/login");
  assert.equal(at(login, "id"), at(await promoter("GET", "/user/login"), "id"));
  assert.deepEqual([at(login, "sellCapabilities"), at(login, "scanCapabilities")], [[], [{ eventDate: null }]]);
  assert.equal(await status(by(token)("GET", `/account/${accountId}/users`)), 403);
  assert.equal(await status(by(await made(promoter, ["MANAGE"]))("GET", `/account/${accountId}/users`)), 200);
  assert.equal(await status(by(token, "shop")("GET", "/user/login")), 401, "a token works for its own user only");
  const rows = JSON.stringify(await db.query("SELECT * FROM user_token"));
  assert.equal(rows.includes(token.token), false);
  assert.match(token.token, /^foyer_token_[\w-]{43}$/);
});

test("lists a token without its secret, and refuses it from the next call on once it is revoked", async () => {
  const { ask } = await newManager("kiri");
  const [first, second] = [await made(ask, ["SCAN"]), await made(ask, ["MANAGE", "SCAN"])];
  const mine = by(second, "kiri");
  const listed = await mine("GET", "/user/tokens");
  assert.deepEqual([at(listed, "tokens", 0, "id"), at(listed, "tokens", 1, "id")], [second.id, first.id]);
  assert.deepEqual(at(listed, "tokens", 0, "scopes"), ["MANAGE", "SCAN"]);
  assert.equal(at(listed, "tokens", 0, "name"), "Laptop");
  assert.equal(listed.headers["x-total-count"], "2");
  assert.doesNotMatch(JSON.stringify(listed.body), /foyer_token_/);
  assert.equal(await status(ask("DELETE", `/user/token/${second.id}`)), 200);
  assert.equal(await status(mine("GET", "/user/login")), 401);
  assert.equal(await status(by(first, "kiri")("GET", "/user/login")), 200);
  assert.equal(await status(ask("DELETE", `/user/token/${second.id}`)), 404);
});

test("limits a new token to the capabilities of its user, and of the token it was made with", async () => {
  assert.deepEqual(refusal(await create(shop, ["PUBLIC", "MANAGE"])), [400, "scopes[1]", "RANGE"]);
  const scanner = by(await made(promoter, ["SCAN"]));
  assert.deepEqual(refusal(await create(scanner, ["MANAGE"])), [400, "scopes[0]", "RANGE"]);
  assert.deepEqual(refusal(await create(scanner, ["SCAN"], IN_TWO_HOURS)), [400, "expiresAt", "RANGE"]);
  assert.equal((await create(scanner, ["SCAN"])).status, 200);
});

test("a token for orders has only that, and one to manage has what is included, as long as its user has it", async () => {
  const { id, ask } = await newManager("hemi");
  const capabilities = async (token: Made) => at(await by(token, "hemi")("GET", "/user/login"), "capabilities");
  const [orders, manage] = [await made(ask, ["ORDERS"]), await made(ask, ["MANAGE"])];
  assert.deepEqual(await capabilities(orders), ["ORDERS"]);
  assert.deepEqual(await capabilities(manage), ["MANAGE", "ORDERS", "REPORTS"]);
  assert.equal(await status(by(orders, "hemi")("GET", `/account/${accountId}/refundRequests`)), 200);
  assert.equal(await status(by(orders, "hemi")("GET", `/account/${accountId}/users`)), 403);
  assert.deepEqual(refusal(await create(by(orders, "hemi"), ["REPORTS"])), [400, "scopes[0]", "RANGE"]);
  await promoter("PUT", `/user/${id}`, { capabilities: ["REPORTS"] });
  assert.deepEqual([await capabilities(orders), await capabilities(manage)], [[], ["REPORTS"]]);
});

test("revokes the tokens that were made with a revoked token", async () => {
  const parent = await made(promoter, ["SCAN", "MANAGE"]);
  const child = await made(by(parent), ["SCAN"]);
  const grandchild = await made(by(child), ["SCAN"]);
  assert.equal(await status(by(grandchild)("GET", "/user/login")), 200);
  await promoter("DELETE", `/user/token/${parent.id}`);
  for (const dead of [parent, child, grandchild]) assert.equal(await status(by(dead)("GET", "/user/login")), 401);
});

test("refuses a token after its expiry, and an expiry in the past or beyond a year", async () => {
  for (const end of ["2020-01-01T00:00:00Z", "2199-01-01T00:00:00Z"]) {
    assert.deepEqual(refusal(await create(promoter, ["SCAN"], end)), [400, "expiresAt", "RANGE"]);
  }
  const token = await made(promoter, ["SCAN"]);
  await db.query("UPDATE user_token SET expires_at = now() WHERE id = $1", [token.id]);
  assert.equal(await status(by(token)("GET", "/user/login")), 401);
});

test("revokes every token of a user who is disabled, also for the time after", async () => {
  const { id, ask } = await newManager("ngaio");
  const token = await made(ask, ["MANAGE"]);
  assert.equal(await status(by(token, "ngaio")("GET", "/user/login")), 200);
  await promoter("PUT", `/user/${id}`, { firstName: "Ngaio" });
  assert.equal(await status(by(token, "ngaio")("GET", "/user/login")), 200, "the control");
  await promoter("PUT", `/user/${id}`, { disabled: true });
  assert.equal(await status(by(token, "ngaio")("GET", "/user/login")), 401);
  await promoter("PUT", `/user/${id}`, { disabled: false });
  assert.equal(await status(by(token, "ngaio")("GET", "/user/login")), 401);
  assert.equal(await status(ask("GET", "/user/login")), 200);
});

test("revokes every token when the password changes", async () => {
  const { id, ask } = await newManager("mere");
  const token = await made(ask, ["MANAGE"]);
  assert.equal(await status(by(token, "mere")("GET", "/user/login")), 200);
  await promoter("PUT", `/user/${id}`, { password: "eight green bottles" });
  assert.equal(await status(by(token, "mere")("GET", "/user/login")), 401);
  assert.equal(await status(ask("GET", "/user/login")), 401, "the old password ends too");
  const listed = await asking(app, "mere", "eight green bottles")("GET", "/user/tokens");
  assert.deepEqual(at(listed, "tokens"), []);
});

test("removes a capability from a token when its user loses it", async () => {
  const { id, ask } = await newManager("aroha");
  const token = await made(ask, ["MANAGE", "SCAN"]);
  await promoter("PUT", `/user/${id}`, { mayManage: false });
  assert.equal(await status(by(token, "aroha")("GET", `/account/${accountId}/users`)), 403);
  assert.deepEqual(at(await by(token, "aroha")("GET", "/user/login"), "scanCapabilities"), [{ eventDate: null }]);
});

test("lists and revokes only the caller's own tokens", async () => {
  const token = await made(shop, ["PUBLIC"]);
  for (const other of [promoter, stranger]) {
    assert.equal(await status(other("DELETE", `/user/token/${token.id}`)), 404);
    const listed = JSON.stringify((await other("GET", "/user/tokens")).body);
    assert.equal(listed.includes(`"id":${token.id},`), false);
  }
  assert.equal(await status(by(token, "shop")("GET", "/user/login")), 200);
});

test("oneself and a manager of the account read a user's tokens, and which follow the user, and nobody else does", async () => {
  const { id, ask } = await newManager("wiremu");
  const program = await made(ask, ["SCAN"]);
  const session = await ask("POST", "/user/token", { expiresAt: IN_AN_HOUR, name: "Browser" });
  const helper = await addUser("hana", ["ORDERS"]);
  const path = `/user/${id}/tokens`;
  const own = await ask("GET", "/user/tokens");
  assert.partialDeepStrictEqual(at(own, "tokens"), [
    { id: at(session, "id"), name: "Browser", scopes: ["SCAN", "MANAGE"], isSession: true },
    { id: program.id, name: "Laptop", scopes: ["SCAN"], isSession: false },
  ]);
  for (const reader of [ask, promoter]) {
    const read = await reader("GET", path);
    assert.deepEqual([read.body, read.headers["x-total-count"]], [own.body, "2"]);
  }
  assert.doesNotMatch(JSON.stringify(own.body), /foyer_token_/);
  for (const other of [helper, stranger, shop]) assert.equal(await status(other("GET", path)), 404);
  assert.equal(await status(by(program, "wiremu")("GET", path)), 200, "as one's own list");
});

test("answers 429 with the documented body to many guesses at once, and a guessed call pays nothing", async () => {
  const { cart } = await reserved();
  const before = [...processor.ledger];
  const guesses = await Promise.all(
    Array.from({ length: 16 }, (_, nth) =>
      asking(app, "promoter", `guess ${nth}`)("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }),
    ),
  );
  const statuses = guesses.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(4).fill(401), ...Array(12).fill(429)]);
  const putOff = guesses.find(({ status }) => status === 429);
  assert.match(String(putOff?.headers["retry-after"]), /^[1-9]\d*$/);
  const { successful, messages, errors } = Object(putOff?.body);
  assert.deepEqual([successful, messages, errors[0].path], [false, [errors[0].message], "Authorization"]);
  assert.equal(errors[0].code, "TOO_MANY_FAILURES");
  assert.deepEqual(processor.ledger, before);
  assert.equal(at(await shop("GET", `/cart/${cart}`), "sales", 0, "status"), "RESERVED");
});
