import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, mock, test } from "node:test";
import { allowsNewPurchase } from "#lib/purchase/reconcile/allows-new-purchase.ts";
import { openAttempt } from "#lib/state/attempts.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const service = await fixture.startFixture();
const data = await mkdtemp(join(tmpdir(), "foyer-given-up-"));
after(() => Promise.all([service.close(), rm(data, { recursive: true, force: true })]));
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data });

const keys = ["ABCDEFGH12"];
const reservations = [{ key: "ABCDEFGH12", eventId: 1, eventName: "The Tempest", lines: [] }];
const visit = { checkoutId: "x", cartId: "CART567890", reservations };
const { attempt } = await openAttempt(visit.cartId, { amount: { minor: 9700, currency: "AUD" }, keys });
const givenUpAfter = (seconds: number) =>
  allowsNewPurchase({ state: "paying", visit, attempt }, new Date(Date.parse(attempt.openedAt) + seconds * 1000));

test("a sale that is gone keeps nobody, once no payment can be on its way any more, and somebody is told", async () => {
  service.behave(fixture.answers({}, 404));
  assert.equal(await givenUpAfter(34), false);
  const printed: unknown[] = [];
  const write = mock.method(process.stdout, "write", (text: unknown) => printed.push(text) > 0);
  const given = await givenUpAfter(36).finally(() => write.mock.restore());
  assert.equal(given, true);
  assert.equal(printed.filter((text) => String(text).includes('"level":"alarm"')).length, 1);
});

test("while nobody can say, ten minutes are waited", async () => {
  service.behave(fixture.answers({}, 503));
  assert.equal(await givenUpAfter(599), false);
  assert.equal(await givenUpAfter(600), true);
  assert.equal(await allowsNewPurchase({ state: "paying", visit }, new Date()), false);
});
