import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { encode } from "next-auth/jwt";
import { inProcesses } from "#e2e/tools/another-process.ts";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { keepsRecords } from "#e2e/tools/kept-records.ts";
import { applySettingsInFolder, SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { revoke } from "#lib/session/revocations.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { hasSession, openSession, PROMOTER_SECONDS } from "./promoter-token.ts";
import { jwt, logger, SessionEnded, session } from "./session-callbacks.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
const IN_FRONT = { TICKETING_URL: service.url, TICKETING_CA: service.ca };
const data = applySettingsInFolder(IN_FRONT);
const keeps = keepsRecords(new Map());
service.behaveForRecords(keeps);

const promoter = {
  name: "Pat",
  email: "pat@example.com",
  account: { id: 1, name: "Old Mill" },
  capabilities: ["ORDERS"],
} as const;
const credential = new PromoterCredential("pat", "word");

type Token = Parameters<typeof jwt>[0]["token"];

const signedIn = (of: object = {}) =>
  jwt({ token: {}, user: { id: "1", credential, promoter: { ...promoter, ...of } }, account: null, trigger: "signIn" });
/** As next-auth calls it for each request with a session. The types always have a user. */
const later = (token: Token, update: object = {}) =>
  jwt({ token, user: { id: "", credential, promoter }, account: null, ...update });
const sealed = (token: Token) => encode({ token, secret: SETTINGS.NEXTAUTH_SECRET, maxAge: PROMOTER_SECONDS });

test("a session goes on as it began, and no update of a browser changes it", async () => {
  const token = await signedIn();
  assert.deepEqual(await later(token), token);
  const changed = { ...promoter, capabilities: ["MANAGE"] };
  assert.deepEqual(await later(token, { trigger: "update", session: { promoter: changed } }), token);
});

test("a browser may read the promoter of a session, and never the credential", async () => {
  const before = { user: promoter, expires: "2030-01-01" };
  const user = { id: "", email: "", credential, promoter, emailVerified: null };
  const read = await session({ session: before, token: await signedIn(), user, newSession: {}, trigger: "update" });
  assert.deepEqual(read, { expires: "2030-01-01", user: promoter });
  assert.equal(JSON.stringify(read).includes("word"), false);
});

test("each sign-in has a session of its own", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  assert.notEqual(one.sessionId, other.sessionId);
});

test("a changed, an incomplete and an earlier release's cookie is no session, and crashes nothing", async () => {
  const good = await sealed(await signedIn());
  const { capabilities: _, ...withoutRights } = promoter;
  const before = { sessionId: "s", credential: credential.reveal() };
  const half = await encode({ token: { promoter }, secret: SETTINGS.NEXTAUTH_SECRET });
  const old = await encode({ token: { ...before, promoter }, secret: SETTINGS.NEXTAUTH_SECRET });
  const older = await encode({ token: { ...before, promoter: withoutRights }, secret: SETTINGS.NEXTAUTH_SECRET });
  for (const text of [half, old, older, "", "x.y.z", good.slice(0, -2)]) {
    assert.equal(await openSession(text), undefined);
    assert.equal(await hasSession(`foyer=1; foyer-promoter=${text}`), false);
  }
  assert.equal(await hasSession(`foyer=1; foyer-promoter=${good}`), true);
  await assert.rejects(later({ ...before, promoter }), SessionEnded);
});

test("a session of another account's shop is none here", async () => {
  const token = await signedIn({ account: { id: 2, name: "New Mill" } });
  await assert.rejects(later(token), SessionEnded);
  assert.equal(await openSession(await sealed(token)), undefined);
});

test("a copied cookie stops working at sign-out, also after a restart", async () => {
  const [ended, other] = [await signedIn(), await signedIn()];
  await revoke("promoter-session", String(ended.sessionId));
  await assert.rejects(later(ended), SessionEnded);
  const program = `import { jwt } from "#lib/promoter/sign-in/session-callbacks.ts";
    for (const token of ${JSON.stringify([ended, other])})
      console.log(await jwt({ token }).then(() => "goes on", (fault) => fault.name));`;
  const [seen] = await inProcesses(1, program, { ...IN_FRONT, FOYER_DATA: data });
  assert.equal(seen, "SessionEnded\ngoes on", "another session of the same promoter");
});

test("where the service alone could know of a sign-out and does not answer, nobody is signed in or told that it ended", async () => {
  service.behaveForRecords(fixture.answers({}, 503));
  try {
    const token = await later(await signedIn());
    assert.partialDeepStrictEqual(token, { error: "no_answer" });
    const user = { id: "", email: "", credential, promoter, emailVerified: null };
    const asked = {
      session: { user: promoter, expires: "2030-01-01" },
      user,
      newSession: {},
      trigger: "update",
    } as const;
    assert.deepEqual(await session({ ...asked, token }), { expires: "2030-01-01", error: "no_answer" });
  } finally {
    service.behaveForRecords(keeps);
  }
});

test("a session ends after half an hour without use, and twelve hours after signing in also when it is in use", async () => {
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  try {
    const idle = await signedIn();
    const used = await signedIn();
    for (let minutes = 0; minutes < PROMOTER_SECONDS / 60 - 20; minutes += 20) {
      mock.timers.tick(20 * 60_000);
      assert.ok(await later(used));
    }
    await assert.rejects(later(idle), SessionEnded);
    mock.timers.tick(20 * 60_000);
    await assert.rejects(later(used), SessionEnded);
    // next-auth signs a token anew whenever a script asks for the session.
    assert.equal(await openSession(await sealed(used)), undefined, "also when it was signed a moment ago");
  } finally {
    mock.timers.reset();
  }
});

test("an ended session and a cookie of a visitor's own are no fault; anything else is", () => {
  const lines: string[] = [];
  const written = mock.method(process.stdout, "write", (line: string) => lines.push(line) > 0);
  const unreadable = Object.assign(new Error("no"), { code: "ERR_JWE_DECRYPTION_FAILED" });
  for (const fault of [new SessionEnded(), unreadable]) logger.error("JWT_SESSION_ERROR", fault);
  assert.equal(lines.length, 0);
  logger.error("JWT_SESSION_ERROR", new Error("the disk is full"));
  written.mock.restore();
  assert.equal(lines.length, 1, "the control");
});
