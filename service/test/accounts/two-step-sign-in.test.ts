import assert from "node:assert/strict";
import test from "node:test";
import { appCode, tokenFor, turnOn, wrongCode } from "#test/accounts/app-codes.ts";
import { type Answered, type Ask, asking, at, openShop, signedIn } from "#test/test-app.ts";
import { until } from "#test/until.ts";

const { addUser, app, db, promoter, close } = await openShop();
test.after(close);

const refusal = ({ status, body }: Answered) => [
  status,
  ...(status === 200 ? [] : [Object(body).errors[0].path, Object(body).errors[0].reason]),
];
const ENDED = [401, "Authorization", "not_signed_in"];

/** Adds a user whose second factor is on. `sign` asks for a token with the password. */
async function user(username: string) {
  const password = await addUser(username, ["MANAGE"]);
  const id = Number(at(await password("GET", "/user/login"), "id"));
  const factor = await turnOn(password);
  const login = () => password("GET", "/user/login");
  const sign = (more: object = {}, headers = {}) => password("POST", "/user/token", tokenFor(more), headers);
  const challenge = async () => asking(app, username, String(at(await sign(), "challenge")));
  /** Makes the code of now one that was not used. */
  const unused = () => db.query("UPDATE second_factor SET last_step = 0 WHERE user_id = $1", [id]);
  return { id, ...factor, login, sign, challenge, unused, wrong: wrongCode(factor.secret) };
}

const withCode = (ask: Ask, code: string, more: object = {}) => ask("POST", "/user/token", tokenFor({ code, ...more }));
/** Headers of a visitor of the shop from this network. */
const from = (nth: number) => ({
  "x-visitor-network": `203.0.${nth}.0/24`,
  "x-storefront-authorization": signedIn("shop"),
});

test("a password needs a code, by itself or by a challenge that stands for it in this call alone", async () => {
  const { secret, sign, unused } = await user("kiri");
  const asked = await sign();
  assert.deepEqual(refusal(asked), [403, "code", "second_factor"]);
  assert.equal(at(asked, "errors", 0, "code"), "SECOND_FACTOR_REQUIRED");
  const challenge = asking(app, "kiri", String(at(asked, "challenge")));
  assert.deepEqual(refusal(await challenge("GET", "/user/login")), ENDED);
  assert.deepEqual(refusal(await challenge("DELETE", "/user/secondFactor", { code: appCode(secret, 1) })), ENDED);

  const made = await withCode(challenge, appCode(secret, 1));
  assert.equal(made.status, 200);
  assert.equal(at(made, "device"), undefined);
  const token = asking(app, "kiri", String(at(made, "token")));
  assert.equal(at(await token("GET", "/user/login"), "secondFactor"), "ON");
  await unused();
  assert.deepEqual(refusal(await withCode(challenge, appCode(secret))), ENDED, "a challenge is used once");
  assert.equal((await sign({ code: appCode(secret) })).status, 200);
  const rows = JSON.stringify(await db.query("SELECT * FROM sign_in_proof"));
  assert.equal(rows.includes(String(at(asked, "challenge"))), false);
});

test("a challenge ends after five wrong codes, after five minutes, and is of its user alone", async () => {
  const { id, secret, challenge, wrong, unused } = await user("hemi");
  const [tried, old, other] = [await challenge(), await challenge(), await challenge()];
  for (let nth = 0; nth < 5; nth += 1)
    assert.deepEqual(refusal(await withCode(tried, wrong)), [403, "code", "code_wrong"]);
  await unused();
  assert.deepEqual(refusal(await withCode(tried, appCode(secret))), ENDED);

  const theirs = String(at(await (await user("tane")).sign(), "challenge"));
  assert.deepEqual(refusal(await withCode(asking(app, "hemi", theirs), appCode(secret))), ENDED);
  assert.equal((await withCode(other, appCode(secret))).status, 200, "the control");
  await db.query("UPDATE sign_in_proof SET expires_at = now() WHERE user_id = $1", [id]);
  await unused();
  assert.deepEqual(refusal(await withCode(old, appCode(secret))), ENDED);
});

test("a code is used once, and none that is older than one that was used", async () => {
  const { secret, code, sign, wrong } = await user("mere");
  assert.deepEqual(refusal(await sign({ code })), [403, "code", "code_used"], "it turned it on");
  assert.deepEqual(refusal(await sign({ code: wrong })), [403, "code", "code_wrong"]);
  assert.deepEqual(refusal(await sign({ code: appCode(secret, 5) })), [403, "code", "code_wrong"], "of later");
  const next = appCode(secret, 1);
  assert.equal((await sign({ code: `${next.slice(0, 3)} ${next.slice(3)}` })).status, 200);
  assert.deepEqual(refusal(await sign({ code: next })), [403, "code", "code_used"]);
});

test("of one code that is sent twice at once, one signs in", async () => {
  const { secret, sign, unused, backupCodes } = await user("moana");
  for (const code of [appCode(secret), backupCodes[0]]) {
    await unused();
    const both = await Promise.all([1, 2, 3].map((nth) => sign({ code }, from(nth))));
    const answers = both.map(refusal).toSorted();
    assert.deepEqual(answers, [[200], [403, "code", "code_used"], [403, "code", "code_used"]]);
  }
  const different = await Promise.all([4, 5].map((nth) => sign({ code: backupCodes[nth] }, from(nth))));
  assert.deepEqual(different.map(refusal), [[200], [200]], "the control");
});

test("a backup code signs in once, with spaces and in small letters too", async () => {
  const { sign, backupCodes } = await user("aroha");
  const [first = "", second = "", third = ""] = backupCodes;
  assert.equal((await sign({ code: first })).status, 200);
  assert.deepEqual(refusal(await sign({ code: first })), [403, "code", "code_used"]);
  assert.equal((await sign({ code: ` ${second.toLowerCase().replace("-", " ")} ` })).status, 200);
  const { backupCodes: others } = await user("rangi");
  assert.deepEqual(refusal(await sign({ code: others[0] })), [403, "code", "code_wrong"]);
  assert.equal((await sign({ code: third })).status, 200);
});

test("a remembered device replaces the code for its user alone, until it ends or the user is disabled", async () => {
  const { id, secret, sign } = await user("wiremu");
  const made = await sign({ code: appCode(secret, 1), rememberDevice: true });
  const device = String(at(made, "device"));
  for (const more of [{}, { rememberDevice: true }, { rememberDevice: true, code: "not a code" }]) {
    const again = await sign({ device, ...more });
    assert.deepEqual([again.status, at(again, "device")], [200, undefined], "it does not last longer by its use");
  }
  assert.deepEqual(refusal(await sign({ device: `${device}x` })), [403, "code", "second_factor"]);
  assert.equal((await (await user("hana")).sign({ device })).status, 403);
  assert.equal(JSON.stringify(await db.query("SELECT * FROM sign_in_proof")).includes(device), false);
  const days = await db.query<{ days: number }>(
    `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::integer AS days FROM sign_in_proof
      WHERE user_id = $1 AND kind = 'DEVICE'`,
    [id],
  );
  assert.deepEqual(days, [{ days: 30 }]);
  await promoter("PUT", `/user/${id}`, { disabled: true });
  assert.equal((await sign({ device })).status, 401);
  await promoter("PUT", `/user/${id}`, { disabled: false });
  assert.deepEqual(refusal(await sign({ device })), [403, "code", "second_factor"]);
});

test("wrong codes from one network are checked in turn, and the rest refused, as wrong passwords are", async () => {
  const { id, wrong, sign } = await user("ngaio");
  const statuses: number[] = [];
  let guesses: readonly Promise<unknown>[] = [];
  await db.transaction(async (tx) => {
    // Each check waits for this row, so that the others are queued behind the first.
    await tx.query(`INSERT INTO payment_try (name, tries, ends_at) VALUES ($1, 0, now() + interval '1 hour')`, [
      `second factor ${id}`,
    ]);
    guesses = Array.from({ length: 16 }, () => sign({ code: wrong }).then(({ status }) => statuses.push(status)));
    await until("the rest are refused", () => statuses.length === 12);
  });
  await Promise.all(guesses);
  assert.deepEqual(statuses, [...Array(12).fill(429), ...Array(4).fill(403)]);
});

test("of guesses at once from many networks twenty in an hour are checked, and others are served", async () => {
  const { secret, wrong, sign, unused } = await user("pita");
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, nth) => sign({ code: wrong }, from(nth))));
  const putOff = guesses.filter(({ status }) => status === 429);
  assert.equal(putOff.length, 10);
  assert.match(String(putOff[0]?.headers["retry-after"]), /^[1-9]\d*$/);
  assert.deepEqual(refusal(putOff[0] as Answered), [429, "code", "too_many_failures"]);
  await unused();
  assert.equal((await sign({ code: appCode(secret) }, from(40))).status, 429, "a right code too");

  const other = await user("rewi");
  for (let nth = 0; nth < 25; nth += 1) {
    await other.unused();
    assert.equal((await other.sign({ code: appCode(other.secret) })).status, 200, "right ones are not counted");
  }
});

test("of guesses at once with one challenge from many networks five are checked", async () => {
  const { id, challenge, wrong } = await user("kahu");
  const ask = await challenge();
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => ask("POST", "/user/token", tokenFor({ code: wrong }), from(nth))),
  );
  const reasons = guesses.map(refusal).toSorted();
  assert.deepEqual(reasons, [...Array(7).fill(ENDED), ...Array(5).fill([403, "code", "code_wrong"])]);
  const [row] = await db.query(`SELECT tries FROM payment_try WHERE name = $1`, [`second factor ${id}`]);
  assert.deepEqual(row, { tries: 5 });
});

test("whoever knows the password alone gets thirty challenges in five minutes, and the owner's stays", async () => {
  const { secret, sign, challenge, unused } = await user("marama");
  const device = String(at(await sign({ code: appCode(secret, 1), rememberDevice: true }), "device"));
  const mine = await challenge();
  const others = await Promise.all(Array.from({ length: 32 }, (_, nth) => sign({}, from(nth))));
  const putOff = others.filter(({ status }) => status === 429);
  assert.equal(putOff.length, 3);
  assert.deepEqual(refusal(putOff[0] as Answered), [429, "code", "too_many_failures"]);
  assert.match(String(putOff[0]?.headers["retry-after"]), /^[1-9]\d*$/);
  assert.equal((await sign({ device })).status, 200, "the device is remembered");
  await unused();
  assert.equal((await withCode(mine, appCode(secret))).status, 200);
});

test("a wrong code is a failed sign-in of the log, and to be asked for one is not", async () => {
  const { id, wrong, login, sign } = await user("tui");
  const rows = () =>
    db.query<{ status: number; times: number }>(
      `SELECT status, times FROM audit_entry WHERE user_id = $1 AND call = 'SIGN_IN' ORDER BY id`,
      [id],
    );
  assert.equal((await login()).status, 401);
  await sign();
  await sign({ code: wrong });
  await sign({ code: wrong });
  await until("both are written", async () => (await rows())[0]?.times === 2);
  assert.deepEqual(await rows(), [{ status: 403, times: 2 }]);
});
