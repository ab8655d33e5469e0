import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings, SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { findAttempt, openAttempt } from "#lib/purchase/attempt-store.ts";
import { checkoutStateOf } from "#lib/purchase/checkout-state-of.ts";
import { reconcilePayment } from "#lib/purchase/reconcile-payment.ts";

const service = await fixture.startFixtureService();
const data = await mkdtemp(join(tmpdir(), "foyer-killed-"));
after(() => Promise.all([service.close(), rm(data, { recursive: true, force: true })]));
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data });

const KEY = "ABCDEFGH12";
const NEW_ATTEMPT = { amount: { minor: 9700, currency: "AUD" }, keys: [KEY] };
const SALE = { key: KEY, status: "LOCKED", event: { id: 1, name: "The Tempest" }, totalPrice: 97, total: 97 };
const reservations = [{ key: KEY, eventId: 1, eventName: "The Tempest", lines: [] }];

/** The step of a payment before which the storefront is killed: writing the attempt's pointer, or the pay call. */
const STEPS = {
  pointer: `fs.promises.link = kill; syncBuiltinESMExports();`,
  call: `open = async (...parameters) => { await openAttempt(...parameters); kill(); };`,
};

function killAt(step: keyof typeof STEPS, cartId: string): void {
  const program = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const kill = () => process.kill(process.pid, "SIGKILL");
    let open = (...parameters) => openAttempt(...parameters);
    ${STEPS[step]}
    const { openAttempt } = await import("#lib/purchase/attempt-store.ts");
    await open(${JSON.stringify(cartId)}, ${JSON.stringify(NEW_ATTEMPT)});`;
  const { signal, stderr } = spawnSync(
    process.execPath,
    ["--conditions=react-server", "--input-type=module", "-e", program],
    { cwd: import.meta.dirname, env: { ...SETTINGS, FOYER_DATA: data }, encoding: "utf8" },
  );
  assert.equal(signal, "SIGKILL", stderr);
}

const openAttempts = async () =>
  (await readdir(join(data, "storefront", "attempts", "open"))).filter((name) => name.endsWith(".json"));

test("P04: a storefront that is killed before its attempt counts has sent nothing: the buyer pays again at once", async () => {
  const cartId = "CARTKILLED";
  killAt("pointer", cartId);
  assert.equal((await openAttempts()).length, 1, "the control: it was killed between the two files");
  const expiry = new Date(Date.now() + 600_000).toISOString();
  service.behave(
    fixture.answers({ key: cartId, total: 97, sales: [{ ...SALE, expiry, items: [] }], expiry, expirySeconds: 600 }),
  );
  const purchase = { checkoutId: "x", cartId, reservations };
  assert.equal((await checkoutStateOf(purchase, new Date())).state, "reserved");
  assert.equal((await openAttempt(cartId, NEW_ATTEMPT)).joined, false);
});

test("P04: a storefront that is killed before the call: nothing is sent again until the sale is known to be unpaid", async () => {
  const cartId = "CARTKILLED2";
  killAt("call", cartId);
  const attempt = await findAttempt(cartId);
  assert.equal(attempt?.state, "open");
  const purchase = { checkoutId: "x", cartId, reservations };
  assert.equal((await checkoutStateOf(purchase, new Date())).state, "paying");
  assert.equal((await openAttempt(cartId, NEW_ATTEMPT)).joined, true);

  service.behave(fixture.answers(SALE));
  const after = (seconds: number) => new Date(Date.parse(attempt.openedAt) + seconds * 1000);
  assert.equal((await reconcilePayment(purchase, after(34))).status, "waiting");
  assert.equal((await reconcilePayment(purchase, after(36))).status, "unpaid");
  assert.equal((await openAttempt(cartId, NEW_ATTEMPT)).joined, false);
});
