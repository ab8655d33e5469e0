import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { findAttempt, openAttempt, settleAttempt } from "#lib/purchase/attempt-store.ts";
import { allowsNewPurchase, reconcilePayment, shownStatus } from "#lib/purchase/reconcile-payment.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const says = (status: string) =>
  fixture.answers({ key: "ABCDEFGH12", status, event: { id: 1, name: "The Tempest" }, totalPrice: 97 });
const missing = fixture.answers({}, 404);
const amount = { minor: 9700, currency: "AUD" };
let carts = 0;

async function endAfter(state: "open" | "refused" | "not_charged", seconds = 1) {
  carts += 1;
  const cartId = `CART${carts}`;
  const { attempt } = await openAttempt(cartId, { amount, keys: ["ABCDEFGH12"] });
  if (state !== "open") await settleAttempt(attempt, state);
  const reservations = [{ key: "ABCDEFGH12", eventId: 1, eventName: "The Tempest", lines: [] }];
  const purchase = { checkoutId: "x", cartId, reservations };
  const { status } = await reconcilePayment(purchase, new Date(Date.parse(attempt.openedAt) + seconds * 1000));
  return { status, state: (await findAttempt(cartId))?.state };
}

test("after an attempt that did not pay, a sale that is processing, returned or paid decides", async () => {
  for (const [saleState, status] of [
    ["PROCESSING", "waiting"],
    ["UNFULFILLED", "unfulfilled"],
    ["CONFIRMED", "paid"],
    ["LOCKED", "unpaid"],
  ] as const) {
    service.behave(says(saleState));
    for (const state of ["refused", "not_charged"] as const)
      assert.deepEqual(await endAfter(state), { status, state }, saleState);
  }
  service.behave(missing);
  assert.deepEqual(await endAfter("refused"), { status: "unpaid", state: "refused" });
});

test("an open attempt counts as not charged only after the longest timeout, when two readings agree", async () => {
  service.behave(says("LOCKED"));
  assert.deepEqual(await endAfter("open", 34), { status: "waiting", state: "open" });
  assert.equal(service.received.length, 1);
  service.behave(fixture.inTurn(says("LOCKED"), says("PROCESSING")));
  assert.deepEqual(await endAfter("open", 36), { status: "waiting", state: "open" });
  service.behave(says("LOCKED"));
  assert.deepEqual(await endAfter("open", 36), { status: "unpaid", state: "not_charged" });
  service.behave(says("CONFIRMED"));
  assert.deepEqual(await endAfter("open"), { status: "paid", state: "paid" });
});

test("the line of a payment says what the sales show: paid, charged and reversed, or not charged; and none while it is open", async () => {
  for (const [saleState, event] of [
    ["CONFIRMED", "A purchase was paid."],
    ["UNFULFILLED", "A purchase was charged, and its charge is being reversed."],
    ["LOCKED", "A payment charged nothing."],
    ["PROCESSING", undefined],
  ] as const) {
    service.behave(says(saleState));
    const printed: string[] = [];
    const write = mock.method(process.stdout, "write", (text: unknown) => printed.push(String(text)) > 0);
    await endAfter("open", 36).finally(() => write.mock.restore());
    const lines = printed.filter((text) => text.includes('"attempt"')).map((text) => JSON.parse(text));
    assert.deepEqual(
      lines.map((line) => [line.event, line.reason]),
      event === undefined ? [] : [[event, undefined]],
      saleState,
    );
  }
});

test("a browser that does not own the payment waits for the response, then must enter the email", async () => {
  const { attempt } = await openAttempt("CARTOWNER1", { amount, keys: ["ABCDEFGH12"], owner: { checkoutDigest: "x" } });
  await settleAttempt(attempt, "paid");
  const settled = await findAttempt("CARTOWNER1");
  const settledMs = Date.parse(settled?.settledAt ?? "");
  const purchase = { checkoutId: "older", cartId: "CARTOWNER1", reservations: [] };
  const shown = (end: Parameters<typeof shownStatus>[1], seconds: number) =>
    shownStatus(purchase, end, new Date(settledMs + seconds * 1000));
  const end = { status: "paid", saleKeys: ["ABCDEFGH12"] } as const;
  assert.equal(shown({ ...end, attempt }, 1), "waiting", "settled by this very reading");
  assert.ok(settled);
  assert.deepEqual(
    [shown({ ...end, attempt: settled }, 4), shown({ ...end, attempt: settled }, 5)],
    ["waiting", "email_needed"],
  );
  assert.equal(shown(end, 1), "email_needed");
  assert.equal(shown({ ...end, status: "unpaid" }, 9), "unpaid");
});

const keys = ["ABCDEFGH12"];
const reservations = [{ key: "ABCDEFGH12", eventId: 1, eventName: "The Tempest", lines: [] }];
const purchase = { checkoutId: "x", cartId: "CART567890", reservations };
const { attempt } = await openAttempt(purchase.cartId, { amount: { minor: 9700, currency: "AUD" }, keys });
const allowedAfter = (seconds: number) =>
  allowsNewPurchase({ state: "paying", purchase, attempt }, new Date(Date.parse(attempt.openedAt) + seconds * 1000));

test("a missing sale stops blocking once every timeout has passed, and an alarm is logged", async () => {
  service.behave(fixture.answers({}, 404));
  assert.equal(await allowedAfter(34), false);
  const printed: unknown[] = [];
  const write = mock.method(process.stdout, "write", (text: unknown) => printed.push(text) > 0);
  const given = await allowedAfter(36).finally(() => write.mock.restore());
  assert.equal(given, true);
  assert.equal(printed.filter((text) => String(text).includes('"level":"alarm"')).length, 1);
});

test("an unreadable sale blocks for ten minutes", async () => {
  service.behave(fixture.answers({}, 503));
  assert.equal(await allowedAfter(599), false);
  assert.equal(await allowedAfter(600), true);
  assert.equal(await allowsNewPurchase({ state: "paying", purchase }, new Date()), false);
});
