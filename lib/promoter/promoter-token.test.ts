import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { encode } from "next-auth/jwt";
import { inProcesses } from "#e2e/tools/another-process.ts";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder, SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { revoke } from "#lib/session/revocations.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { hasSession, isReadable, openPromoter, PROMOTER_SECONDS, sealPromoter } from "./promoter-token.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
const IN_FRONT = { TICKETING_URL: service.url, TICKETING_CA: service.ca };
const data = applySettingsInFolder(IN_FRONT);

const promoter = {
  name: "Pat",
  email: "pat@example.com",
  account: { id: 1, name: "Old Mill" },
  capabilities: ["ORDERS"],
} as const;
const session = () => sealPromoter({ promoter, credential: new PromoterCredential("pat", "word") });

test("a session returns the promoter, and a credential that does not print", async () => {
  const opened = await openPromoter(await session());
  assert.deepEqual(opened?.promoter, promoter);
  assert.deepEqual(opened?.credential.reveal(), { user: "pat", password: "word" });
  assert.equal(JSON.stringify(opened).includes("word"), false);
});

test("refuses a changed and an incomplete session", async () => {
  const sealed = await session();
  const half = await encode({ token: { promoter }, secret: SETTINGS.NEXTAUTH_SECRET, maxAge: 60 });
  const withoutRights = { ...promoter, capabilities: undefined };
  const before = { sessionId: "s", promoter: withoutRights, credential: { user: "pat", password: "word" } };
  const old = await encode({ token: before, secret: SETTINGS.NEXTAUTH_SECRET, maxAge: 60 });
  assert.equal(await isReadable(old), false, "one without capabilities has ended");
  for (const text of [half, old, "", "x.y.z", sealed.slice(0, -2)]) {
    assert.equal(await openPromoter(text), undefined);
    assert.equal(await hasSession(`foyer=1; foyer-promoter=${text}`), false);
  }
  assert.equal(await hasSession(`foyer=1; foyer-promoter=${sealed}`), true);
});

test("a session of another account's shop is none here", async () => {
  const other = { ...promoter, account: { id: 2, name: "New Mill" } };
  const sealed = await sealPromoter({ promoter: other, credential: new PromoterCredential("pat", "word") });
  assert.deepEqual([await openPromoter(sealed), await isReadable(sealed)], [undefined, false]);
});

test("a copied cookie stops working at sign-out, also after a restart", async () => {
  const [sealed, other] = [await session(), await session()];
  const opened = await openPromoter(sealed);
  await revoke("promoter-session", opened?.sessionId ?? "");
  assert.equal(await openPromoter(sealed), undefined);
  const program = `import { openPromoter } from "#lib/promoter/promoter-token.ts";
    console.log((await openPromoter("${sealed}")) === undefined, (await openPromoter("${other}")) === undefined);`;
  const [seen] = await inProcesses(1, program, { ...IN_FRONT, FOYER_DATA: data });
  assert.equal(seen, "true false", "another session of the same promoter");
});

test("a session ends twelve hours after signing in, also when it is in use", async () => {
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  try {
    const sealed = await session();
    mock.timers.tick((PROMOTER_SECONDS - 60) * 1000);
    assert.ok(await openPromoter(sealed));
    mock.timers.tick(120 * 1000);
    assert.equal(await openPromoter(sealed), undefined);
  } finally {
    mock.timers.reset();
  }
});
