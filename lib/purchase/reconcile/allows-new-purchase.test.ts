import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, mock, test } from "node:test";
import { allowsNewPurchase } from "#lib/purchase/reconcile/allows-new-purchase.ts";
import { openAttempt } from "#lib/state/attempts.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const service = await fixture.startFixtureService();
const data = await mkdtemp(join(tmpdir(), "foyer-new-purchase-"));
after(() => Promise.all([service.close(), rm(data, { recursive: true, force: true })]));
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data });

const keys = ["ABCDEFGH12"];
const reservations = [{ key: "ABCDEFGH12", eventId: 1, eventName: "The Tempest", lines: [] }];
const visit = { checkoutId: "x", cartId: "CART567890", reservations };
const { attempt } = await openAttempt(visit.cartId, { amount: { minor: 9700, currency: "AUD" }, keys });
const allowedAfter = (seconds: number) =>
  allowsNewPurchase({ state: "paying", visit, attempt }, new Date(Date.parse(attempt.openedAt) + seconds * 1000));

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
  assert.equal(await allowsNewPurchase({ state: "paying", visit }, new Date()), false);
});
