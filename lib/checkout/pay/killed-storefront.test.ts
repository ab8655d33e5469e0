import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { keepsRecords } from "#e2e/tools/kept-records.ts";
import { applySettingsInFolder, SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { findAttempt, openAttempt, settleAttempt } from "#lib/purchase/attempt-store.ts";
import { checkoutStateOf } from "#lib/purchase/checkout-state-of.ts";
import { reconcilePayment } from "#lib/purchase/reconcile-payment.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
const data = applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });
const records = new Map<string, string>();
service.behaveForRecords(keepsRecords(records));

const KEY = "ABCDEFGH12";
const NEW_ATTEMPT = { amount: { minor: 9700, currency: "AUD" }, keys: [KEY] };
const SALE = { key: KEY, status: "LOCKED", event: { id: 1, name: "The Tempest" }, totalPrice: 97, total: 97 };
const reservations = [{ key: KEY, eventId: 1, eventName: "The Tempest", lines: [] }];

/**
 * The step of a payment before which the storefront is killed: writing the attempt's pointer, the record of the cart, its answer, or the
 * pay call.
 */
const STEPS = {
  pointer: `fs.promises.link = kill; syncBuiltinESMExports();`,
  record: "",
  answer: "",
  call: `open = async (...parameters) => { await openAttempt(...parameters); kill(); };`,
};

async function killAt(step: keyof typeof STEPS, cartId: string): Promise<void> {
  const program = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const kill = () => process.kill(process.pid, "SIGKILL");
    let open = (...parameters) => openAttempt(...parameters);
    ${STEPS[step]}
    const { openAttempt } = await import("#lib/purchase/attempt-store.ts");
    await open(${JSON.stringify(cartId)}, ${JSON.stringify(NEW_ATTEMPT)});`;
  const child = spawn(process.execPath, ["--conditions=react-server", "--input-type=module", "-e", program], {
    cwd: import.meta.dirname,
    env: { ...SETTINGS, TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data },
    stdio: ["ignore", "ignore", "inherit"],
  });
  service.behaveForRecords((response, request) => {
    const isDue = request.method === "PUT" && (step === "record" || step === "answer");
    // Killed before its request arrives, or after: then the record counts, and its answer is lost.
    if (isDue) child.kill("SIGKILL");
    if (!isDue || step === "answer") keepsRecords(records)(response, request);
  });
  const [, signal] = await once(child, "exit");
  service.behaveForRecords(keepsRecords(records));
  assert.equal(signal, "SIGKILL", step);
}

const openAttempts = async () =>
  (await readdir(join(data, "storefront", "attempts", "open"))).filter((name) => name.endsWith(".json"));

test("P04: a storefront that is killed before its attempt counts has sent nothing: the buyer pays again at once", async () => {
  const cartId = "CARTKILLED";
  await killAt("pointer", cartId);
  assert.equal((await openAttempts()).length, 1, "the control: it was killed between the two files");
  const expiry = new Date(Date.now() + 600_000).toISOString();
  service.behave(
    fixture.answers({ key: cartId, total: 97, sales: [{ ...SALE, expiry, items: [] }], expiry, expirySeconds: 600 }),
  );
  const purchase = { checkoutId: "x", cartId, reservations };
  assert.equal((await checkoutStateOf(purchase, new Date())).state, "reserved");
  assert.equal((await openAttempt(cartId, NEW_ATTEMPT)).joined, false);
});

for (const step of ["record", "answer", "call"] as const)
  test(`P04: a storefront that is killed before the ${step}: nothing is sent again until the sale is known to be unpaid`, async () => {
    const cartId = `CARTKILLED${step}`;
    await killAt(step, cartId);
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

test("P04: a storefront that is killed while it settles: the result that one place has counts in the other", async () => {
  const cartId = "CARTSETTLE";
  const { attempt } = await openAttempt(cartId, NEW_ATTEMPT);
  const [name, content = ""] = [...records].find(([, text]) => text.includes(cartId)) ?? [];
  assert.ok(name);
  // The service has it, the folder has not.
  records.set(name, JSON.stringify({ ...JSON.parse(content), state: "paid", settledAt: new Date().toISOString() }));
  assert.equal((await findAttempt(cartId))?.state, "paid");
  assert.equal((await openAttempt(cartId, NEW_ATTEMPT)).joined, true);
  // The folder has it, the service has not.
  await settleAttempt(attempt, "paid");
  records.set(name, content);
  assert.equal((await findAttempt(cartId))?.state, "paid");
  assert.equal((await openAttempt(cartId, NEW_ATTEMPT)).joined, true);
});
