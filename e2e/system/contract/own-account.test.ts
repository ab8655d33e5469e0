import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { listAccountUsers, listAuditLog } from "#lib/ticketing/manage/audit-log.ts";
import {
  beginSecondFactor,
  changeOwnPassword,
  createOwnToken,
  listOwnTokens,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "#lib/ticketing/manage/own-account.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  TICKETING_READ_MS: "3000",
  TICKETING_ACCOUNT: "1",
});

const { answers } = fixture;
const session = new PromoterCredential("ada", "foyer_token_of_a_session");
const withPassword = new PromoterCredential("ada", "seven green bottles");
const refusing = (status: number, reason: string) =>
  answers({ successful: false, errors: [{ path: "code", code: "SECOND_FACTOR_REQUIRED", reason }] }, status);
const DONE = answers({ successful: true, messages: [] });

/** Returns what the service received: method, path and body of each call. */
const received = () =>
  service.received.map(({ method, path, body }) => [method, path.slice("/v2".length), body && JSON.parse(body)]);

test("the password and the second factor are changed by the calls that the service declares", async () => {
  service.behave(DONE);
  assert.deepEqual((await changeOwnPassword(session, "old", "new")).result, "changed");
  assert.deepEqual((await turnOnSecondFactor(session, "123456")).result, "changed");
  assert.deepEqual((await turnOffSecondFactor(session, "7F4K-Q2MX")).result, "changed");
  assert.deepEqual(received(), [
    ["PUT", "/user/password", { current: "old", password: "new" }],
    ["PUT", "/user/secondFactor", { code: "123456" }],
    ["DELETE", "/user/secondFactor", { code: "7F4K-Q2MX" }],
  ]);
});

test("a new second factor is read, and without a secret it is a fault", async () => {
  const factor = { secret: "K4QX7ZB2M9TPW3NF", uri: "otpauth://totp/x?secret=K4QX", backupCodes: ["7F4K-Q2MX"] };
  service.behave(answers(factor));
  assert.deepEqual(await beginSecondFactor(session, "old"), { result: "changed", value: factor });
  assert.deepEqual(received(), [["POST", "/user/secondFactor", { current: "old" }]]);
  service.behave(answers({ uri: factor.uri }));
  await assert.rejects(beginSecondFactor(session, "old"), TicketingFault);
  service.behave(refusing(400, "password_wrong"));
  assert.deepEqual(await beginSecondFactor(session, "x"), { result: "refused", refusal: "password_wrong" });
});

const REFUSALS = [
  ["a wrong password", refusing(400, "password_wrong"), "password_wrong"],
  ["an unfit password", refusing(400, "password_unfit"), "password_unfit"],
  ["a wrong code", refusing(403, "code_wrong"), "code_wrong"],
  ["a code that was used", refusing(403, "code_used"), "code_used"],
  ["200 that is a refusal", refusing(200, "code_wrong"), "code_wrong"],
  ["a missing code", refusing(403, "second_factor"), "second_factor"],
  ["another reason", refusing(409, "second_factor_on"), "other"],
  ["a user of a shop", refusing(403, "not_allowed"), "not_allowed"],
  ["404", answers("", 404), "not_offered"],
  ["405", answers("", 405), "not_offered"],
  ["501", answers("", 501), "not_offered"],
] as const;

for (const [what, behaviour, refusal] of REFUSALS)
  test(`${what} is the refusal ${refusal}`, async () => {
    service.behave(behaviour);
    assert.deepEqual(await turnOffSecondFactor(session, "1"), { result: "refused", refusal });
  });

test("too many tries is a refusal that says when to try again", async () => {
  service.behave(answers({}, 429, { "retry-after": "3571" }));
  const refused = { result: "refused", refusal: "too_many", seconds: 3571 };
  assert.deepEqual(await turnOffSecondFactor(session, "1"), refused);
});

test("an answer that says nothing is a fault, and a session that has ended stays one", async () => {
  for (const behaviour of [answers("", 500), answers("", 400), fixture.closesConnection]) {
    service.behave(behaviour);
    await assert.rejects(changeOwnPassword(session, "old", "new"), TicketingFault);
    assert.equal(service.received.length, 1, "a change is not sent again");
  }
  service.behave(answers("", 401));
  await assert.rejects(changeOwnPassword(session, "old", "new"), CredentialRefused);
});

test("a token is created with the password, and a wrong one is said at its field", async () => {
  const expiresAt = new Date("2027-02-28T00:00:00Z");
  const wanted = { name: "Export", scopes: ["REPORTS"], expiresAt, code: "123456" };
  service.behave(answers({ id: 3, token: "foyer_token_x" }));
  assert.deepEqual(await createOwnToken(withPassword, wanted), { result: "changed", value: "foyer_token_x" });
  assert.deepEqual(received(), [["POST", "/user/token", { ...wanted, expiresAt: "2027-02-28T00:00:00.000Z" }]]);
  assert.equal(service.received[0]?.headers.authorization, withPassword.authorization());
  service.behave(answers("", 401));
  assert.deepEqual(await createOwnToken(withPassword, wanted), { result: "refused", refusal: "password_wrong" });
});

test("tokens of sessions are told apart by the service's word, else by their name, and those without scopes have all access", async () => {
  const times = { created: "2026-11-30T05:19:26:123+0000", expiresAt: "2026-12-30T05:19:26:123+0000" };
  const tokens = [
    { id: 1, name: "Foyer, promoter pages", scopes: null, ...times },
    { id: 2, name: "Export", scopes: ["REPORTS"], ...times },
    { id: 3, name: "Another shop", isSession: true, scopes: null, ...times },
    { id: 4, name: "Foyer, promoter pages", isSession: false, scopes: ["SCAN"], ...times },
    { id: 5, name: 7 },
  ];
  service.behave(answers({ tokens }));
  const read = await listOwnTokens(session);
  assert.deepEqual(
    read?.map(({ id, scopes, isSession }) => [id, scopes, isSession]),
    [
      [1, undefined, true],
      [2, ["REPORTS"], false],
      [3, undefined, true],
      [4, ["SCAN"], false],
    ],
  );
});

test("the log is asked for by user, kind and days, and read without what cannot be read", async () => {
  const times = { times: 2, first: "2026-11-30T05:19:26:123+0000", last: "2026-11-30T05:20:26:123+0000" };
  const signIn = { id: 5, user: { id: 7, username: "ada" }, call: "SIGN_IN", status: 401, network: "192.0.2.0/24" };
  const entries = [
    { ...signIn, what: null, before: null, after: null, ...times },
    { id: 6, call: 7 },
  ];
  service.behave(answers({ entries }, 200, { "x-total-count": "120" }));
  const query = { user: 7, what: "SIGN_INS", from: "2026-11-01T00:00:00Z", page: 2, pageSize: 50 } as const;
  const read = await listAuditLog(session, 1, query);
  assert.equal(read?.total, 120);
  assert.deepEqual(
    read.entries.map(({ user, call, network, times }) => [user?.username, call, network, times]),
    [["ada", "SIGN_IN", "192.0.2.0/24", 2]],
  );
  const asked = "/account/1/auditLog?user=7&what=SIGN_INS&from=2026-11-01T00%3A00%3A00Z&page=2&pageSize=50&reads=false";
  assert.deepEqual(received(), [["GET", asked, ""]]);
  service.behave(answers({ refs: [{ id: 7, name: "Ada", link: "/v2/user/7" }, "x"] }));
  assert.deepEqual(
    (await listAccountUsers(session, 1)).map(({ id, name }) => [id, name]),
    [[7, "Ada"]],
  );
});

test("a service without log or tokens is asked once", async () => {
  service.behave(answers("", 404));
  assert.equal(await listAuditLog(session, 1, { page: 1, pageSize: 50 }), undefined);
  assert.equal(await listOwnTokens(session), undefined);
  assert.equal(await listAuditLog(session, 1, { page: 1, pageSize: 50 }), undefined);
  assert.equal(await listOwnTokens(session), undefined);
  assert.equal(service.received.length, 2);
});
