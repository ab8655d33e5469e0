import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { isRevoked } from "#lib/session/revocations.ts";
import { PromoterCredential, shopAuthorization } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { listAccountEvents } from "#lib/ticketing/manage/events.ts";
import { endSession, signIn } from "./sign-in.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const RIGHT = "correct horse";
const NETWORK = "192.0.2.0/24";
/** Now, in the network of the visitor. */
const NOW = { network: NETWORK, nowMs: 0 };
const NOWHERE = { network: undefined, nowMs: 0 };

const TOKEN = "a token, shown once";
type Said = { readonly status: number; readonly body?: object };

/** A service with one password for all users, and this answer to token requests. */
function knows(password: string, tokens: Said = { status: 404 }): void {
  service.behave((response, request) => {
    if (request.path.startsWith("/v2/user/token"))
      return fixture.answers(tokens.body ?? {}, tokens.status)(response, request);
    const [, sent = ""] = Buffer.from(request.headers.authorization?.slice("Basic ".length) ?? "", "base64")
      .toString("utf8")
      .split(":");
    const body = { id: 3, name: "Ada", email: "ada@example.com", account: { id: 1, name: "Shed 6" } };
    return fixture.answers(sent === password ? body : {}, sent === password ? 200 : 401)(response, request);
  });
}

test("the right password signs in, and a wrong one differs from a service fault", async () => {
  knows(RIGHT);
  const answer = await signIn("ada", RIGHT, NOW);
  assert.ok(answer.result === "signed_in");
  assert.equal(answer.user.promoter.name, "Ada");
  assert.deepEqual(await signIn("ada", "wrong", NOW), { result: "wrong" });
  service.behave(fixture.answers({}, 503));
  await assert.rejects(signIn("ada", RIGHT, NOW), TicketingFault);
  service.behave(fixture.answers({}, 429, { "retry-after": "90" }));
  assert.deepEqual(await signIn("ada", RIGHT, NOW), { result: "wait", seconds: 90 });
});

test("the eleventh wrong try waits without a request to the service, and the owner signs in after the wait", async () => {
  knows(RIGHT);
  for (let count = 0; count < 10; count += 1)
    assert.deepEqual(await signIn("grace", `wrong ${count}`, NOW), { result: "wrong" });
  assert.deepEqual(await signIn("Grace", RIGHT, NOW), { result: "wait", seconds: 1 });
  assert.equal(service.received.length, 10);
  assert.equal((await signIn("grace", RIGHT, { network: NETWORK, nowMs: 1_000 })).result, "signed_in");
  assert.deepEqual(
    await signIn("grace", "wrong", { network: NETWORK, nowMs: 1_000 }),
    { result: "wrong" },
    "tries are forgotten",
  );
});

test("of a hundred concurrent guesses ten are checked", async () => {
  knows(RIGHT);
  await Promise.all(Array.from({ length: 100 }, (_, at) => signIn("mary", `guess ${at}`, NOWHERE)));
  assert.equal(service.received.length, 10);
});

test("the service learns the visitor's network, with the shop's credential, and nothing where it is not known", async () => {
  knows(RIGHT, { status: 200, body: { id: 9, token: TOKEN } });
  await signIn("lise", RIGHT, NOW);
  const shop = shopAuthorization();
  for (const { headers } of service.received)
    assert.deepEqual([headers["x-visitor-network"], headers["x-storefront-authorization"]], [NETWORK, shop]);
  assert.equal(service.received.length, 2);
  await signIn("lise", RIGHT, NOWHERE);
  for (const { headers } of service.received.slice(2))
    assert.deepEqual([headers["x-visitor-network"], headers["x-storefront-authorization"]], [undefined, undefined]);
});

test("a network that tries many names must wait", async () => {
  knows(RIGHT);
  const answers = [];
  for (let count = 0; count < 51; count += 1)
    answers.push(await signIn(`name ${count}`, "wrong", { network: "198.51.100.0/24", nowMs: 0 }));
  assert.equal(answers.filter(({ result }) => result === "wrong").length, 50);
  const last = answers.at(-1);
  assert.ok(last?.result === "wait" && last.seconds > 60 && last.seconds <= 900);
});

test("with access tokens the credential is a token that follows its user and ends with the session, and no password", async () => {
  knows(RIGHT, { status: 200, body: { id: 9, token: TOKEN } });
  const nowMs = Date.now();
  const answer = await signIn("joan", RIGHT, { network: NETWORK, nowMs });
  assert.ok(answer.result === "signed_in");
  assert.deepEqual([answer.user.credential.reveal(), answer.user.tokenId], [{ user: "joan", password: TOKEN }, "9"]);
  const { scopes, expiresAt } = JSON.parse(service.received.find(({ method }) => method === "POST")?.body ?? "{}");
  assert.deepEqual([scopes, Date.parse(expiresAt)], [undefined, nowMs + 12 * 60 * 60 * 1000]);
});

/** A service whose login has these parts, and whose tokens have stated scopes, and no others than these. It refuses unknown fields. */
function letsIn(login: object, granted: readonly string[]): void {
  service.behave((response, request) => {
    if (request.path !== "/v2/user/token") return fixture.answers({ id: 3, name: "Ada", ...login })(response, request);
    const body = JSON.parse(request.body) as { readonly scopes?: readonly string[]; readonly device?: string };
    const isGranted = !("device" in body) && (body.scopes?.every((one) => granted.includes(one)) ?? false);
    fixture.answers(isGranted ? { id: 9, token: TOKEN } : {}, isGranted ? 200 : 400)(response, request);
  });
}

/** Returns the scopes that were asked for, the last ones last and first none at all, and what the session may do. */
async function rightsOf(user: string) {
  const answer = await signIn(user, RIGHT, NOW);
  assert.ok(answer.result === "signed_in");
  const asked = service.received.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body).scopes);
  assert.equal(answer.user.tokenId, "9");
  assert.equal(asked.shift(), undefined, "the first token would follow its user");
  return { asked, may: answer.user.promoter.capabilities };
}

const OF_MANAGER = ["MANAGE", "ORDERS", "REPORTS"];

test("before a service that requires scopes, a token has the user's own capabilities, and unknown ones are ignored", async () => {
  letsIn({ capabilities: ["ORDERS", "SCAN", "FLY"] }, ["ORDERS", "SCAN"]);
  assert.deepEqual(await rightsOf("joan"), { asked: [["SCAN", "ORDERS"]], may: ["SCAN", "ORDERS"] });
  letsIn({ capabilities: ["MANAGE"] }, ["MANAGE"]);
  assert.deepEqual(await rightsOf("mae"), { asked: [["MANAGE"]], may: OF_MANAGER }, "MANAGE includes others");
  letsIn({ capabilities: [] }, []);
  assert.deepEqual(await rightsOf("lou"), { asked: [[]], may: [] });
});

test("before a service that requires scopes, a browser that another release's service remembers signs in", async () => {
  letsIn({ capabilities: ["SCAN"] }, ["SCAN"]);
  assert.equal((await signIn("joan", RIGHT, NOW, "a device")).result, "signed_in");
});

test("before a service whose login does not say capabilities, MANAGE is asked for, and nothing where it is refused", async () => {
  letsIn({}, ["MANAGE"]);
  assert.deepEqual(await rightsOf("joan"), { asked: [["MANAGE"]], may: OF_MANAGER });
  letsIn({}, []);
  assert.deepEqual(await rightsOf("joan"), { asked: [["MANAGE"], []], may: [] });
});

test("a user of another account is refused, without a token; a login that names no account is of the shop's", async () => {
  letsIn({ account: { id: 2, name: "Lantern Lane" } }, ["MANAGE"]);
  assert.deepEqual(await signIn("zoe", RIGHT, NOW), { result: "other_account" });
  assert.deepEqual(
    service.received.map(({ path }) => path),
    ["/v2/user/login"],
  );
  letsIn({}, ["MANAGE"]);
  assert.equal((await signIn("zoe", RIGHT, NOW)).result, "signed_in");
});

test("without access tokens the cookie carries the password; a service fault signs no promoter in", async () => {
  for (const status of [404, 405]) {
    knows(RIGHT, { status });
    const answer = await signIn("joan", RIGHT, NOW);
    assert.ok(answer.result === "signed_in");
    const { credential, promoter } = answer.user;
    assert.deepEqual([credential.reveal().password, promoter.capabilities], [RIGHT, OF_MANAGER]);
  }
  for (const tokens of [{ status: 500 }, { status: 200, body: { id: 9 } }]) {
    knows(RIGHT, tokens);
    await assert.rejects(signIn("joan", RIGHT, NOW), TicketingFault);
  }
});

test("sign-out deletes the token with the token itself, and ends the session also when the service is down", async () => {
  for (const status of [200, 404, 503]) {
    const sessionId = `session ${status}`;
    knows(RIGHT, { status });
    const promoter = { name: "Joan", email: "", capabilities: [] };
    const credential = { user: "joan", password: TOKEN };
    await endSession({ sessionId, signedInAt: 0, promoter, credential, tokenId: "9" }, NETWORK);
    const [deletion] = service.received;
    const sent = Buffer.from(deletion?.headers.authorization?.slice(6) ?? "", "base64").toString("utf8");
    assert.deepEqual([deletion?.method, deletion?.path, sent], ["DELETE", "/v2/user/token/9", `joan:${TOKEN}`]);
    assert.equal(await isRevoked("promoter-session", sessionId), true);
  }
  assert.equal(await isRevoked("promoter-session", "another session"), false, "the control");
});

const ada = { credential: new PromoterCredential("ada@example.com", "changed since") };

test("a changed password requires a new sign-in; a service fault does not sign out", async () => {
  service.behave(fixture.answers({}, 401));
  await assert.rejects(listAccountEvents(ada.credential), CredentialRefused);
  service.behave(fixture.answers({}, 503));
  await assert.rejects(listAccountEvents(ada.credential), TicketingFault);
  service.behave(fixture.answers([]));
  await listAccountEvents(ada.credential);
  assert.equal(service.received[0]?.path, "/v2/account/1/eventSummaries");
});
