import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { signIn, signInByCode } from "./sign-in.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const PASSWORD = "correct horse";
const CHALLENGE = "a challenge of the service";
const TOKEN = "a token, shown once";
const DEVICE = "a device";
const NOW = { network: "192.0.2.0/24", nowMs: 0 };
const LOGIN = { id: 3, name: "Ada", account: { id: 1, name: "Shed 6" }, capabilities: ["ORDERS"] };

const asks = (reason: string) => ({
  successful: false,
  errors: [{ path: "code", code: "SECOND_FACTOR_REQUIRED", reason }],
  ...(reason === "second_factor" && { challenge: CHALLENGE }),
});

/** A service whose user has the second factor on: 123456 is the code, 654321 was used, and this login belongs to the token. */
function asksForCodes(login: object = LOGIN): void {
  service.behave((response, request) => {
    const answer = (body: object, status = 200) => fixture.answers(body, status)(response, request);
    const sent = Buffer.from(request.headers.authorization?.slice(6) ?? "", "base64").toString("utf8");
    const password = sent.slice(sent.indexOf(":") + 1);
    if (request.path === "/v2/user/login") {
      if (password === TOKEN) return answer(login);
      return answer(password === PASSWORD ? asks("second_factor") : {}, 401);
    }
    if (request.method === "DELETE") return answer({});
    if (password !== PASSWORD && password !== CHALLENGE) return answer({}, 401);
    const { code, device, rememberDevice } = JSON.parse(request.body);
    if (device === DEVICE || code === "123456")
      return answer({ id: 9, token: TOKEN, ...(rememberDevice && { device: DEVICE }) });
    const reason = code === undefined ? "second_factor" : code === "654321" ? "code_used" : "code_wrong";
    return answer(asks(reason), 403);
  });
}

const step = { user: "ada", challenge: CHALLENGE };
const enter = (code: string, rememberDevice = false) => signInByCode(step, { code, rememberDevice }, NOW);

test("a right password asks for a code, and the code signs in with a token of its own", async () => {
  asksForCodes();
  assert.deepEqual(await signIn("ada", PASSWORD, NOW), { result: "code_needed", challenge: CHALLENGE });
  assert.deepEqual(await signIn("ada", "wrong", NOW), { result: "wrong" });
  const answer = await enter("123456");
  assert.ok(answer.result === "signed_in");
  const { promoter, credential, tokenId, device } = answer.user;
  assert.deepEqual([promoter.name, promoter.capabilities, tokenId, device], ["Ada", ["ORDERS"], "9", undefined]);
  assert.deepEqual(credential.reveal(), { user: "ada", password: TOKEN });
});

test("a wrong code, a used one and an ended challenge differ", async () => {
  asksForCodes();
  assert.deepEqual(await enter("000000"), { result: "code_wrong" });
  assert.deepEqual(await enter("654321"), { result: "code_used" });
  const ended = { user: "ada", challenge: "another" };
  assert.deepEqual(await signInByCode(ended, { code: "123456", rememberDevice: false }, NOW), { result: "step_ended" });
  assert.equal((await enter("123456")).result, "signed_in", "the control");
});

test("a browser that the service remembers is not asked for a code, and another one is", async () => {
  asksForCodes();
  const answer = await enter("123456", true);
  assert.ok(answer.result === "signed_in");
  assert.equal(answer.user.device, DEVICE);
  assert.equal((await signIn("ada", PASSWORD, NOW, DEVICE)).result, "signed_in");
  assert.equal((await signIn("ada", PASSWORD, NOW, "of another user")).result, "code_needed");
});

test("who knows the password alone gets no new tries for codes by it: the eleventh try of a name waits", async () => {
  asksForCodes();
  const who = { user: "grace", challenge: CHALLENGE };
  const guess = { code: "000000", rememberDevice: false };
  for (let tries = 0; tries < 5; tries += 1) {
    assert.equal((await signIn("grace", PASSWORD, NOW)).result, "code_needed");
    assert.equal((await signInByCode(who, guess, NOW)).result, "code_wrong");
  }
  assert.equal((await signIn("grace", PASSWORD, NOW)).result, "wait");
  assert.equal((await signInByCode(who, { ...guess, code: "123456" }, NOW)).result, "wait");
  const elsewhere = { ...NOW, network: "198.51.100.0/24" };
  assert.equal(
    (await signIn("grace", PASSWORD, elsewhere)).result,
    "code_needed",
    "the owner does not wait for others",
  );
});

test("of a hundred concurrent codes ten are checked", async () => {
  asksForCodes();
  const who = { user: "mary", challenge: CHALLENGE };
  const guesses = Array.from({ length: 100 }, (_, at) =>
    signInByCode(who, { code: String(at).padStart(6, "0"), rememberDevice: false }, { network: undefined, nowMs: 0 }),
  );
  const results = (await Promise.all(guesses)).map(({ result }) => result);
  assert.deepEqual([results.filter((one) => one === "code_wrong").length, service.received.length], [10, 10]);
});

test("a user of another account is refused after the code, and the token is deleted", async () => {
  asksForCodes({ ...LOGIN, account: { id: 2, name: "Lantern Lane" } });
  assert.deepEqual(await enter("123456"), { result: "other_account" });
  assert.equal(service.received.at(-1)?.method, "DELETE");
});

test("a service at its limit is waited for, and one that fails signs nobody in", async () => {
  service.behave(fixture.answers({}, 429, { "retry-after": "3571" }));
  assert.deepEqual(await enter("123456"), { result: "wait", seconds: 3571 });
  for (const broken of [fixture.answers({}, 500), fixture.answers({ id: 9 }), fixture.answers({}, 403)]) {
    service.behave(broken);
    await assert.rejects(enter("123456"), TicketingFault);
  }
});
