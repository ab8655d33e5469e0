import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { keepsRecords, keepsUntil } from "#e2e/tools/kept-records.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { findAttempt, openAttempt } from "#lib/purchase/attempt-store.ts";
import { checkoutStateOf } from "#lib/purchase/checkout-state-of.ts";
import { shownStatus } from "#lib/purchase/reconcile-payment.ts";
import { areAllBought } from "#lib/session/bought-orders.ts";
import { openFoundLink, openSaleLink, sealFoundLink, sealSaleLink } from "#lib/session/links/links.ts";
import { showsOrders } from "#lib/session/own-pages.ts";
import { sealPurchase, unsealPurchase } from "#lib/session/purchase/sealed-purchase.ts";
import { areDevicesRevoked, isRevoked, revoke, revokeDevices, revokeLinks } from "#lib/session/revocations.ts";
import { runInRequest } from "#lib/telemetry/current-request.ts";
import { consumeOnce } from "./once.ts";
import { putRecord, recordName } from "./records.ts";

// A service that keeps records, and does not answer for a moment.

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const records = new Map<string, string>();
const keeps = keepsRecords(records);
const SILENT = [502, 503, 504]
  .map((status) => fixture.answers({}, status))
  .concat(fixture.closesConnection, fixture.answersPartially);
/** Writes what is put, and gives no answer. */
const losesAnswers: fixture.Behaviour = (response, request) => {
  if (request.method === "PUT")
    for (const { name, content } of JSON.parse(request.body).records)
      if (!records.has(name)) records.set(name, content);
  fixture.closesConnection(response, request);
};

const REQUEST = { id: "0123456789abcdef" };
const NEW_ATTEMPT = { amount: { minor: 9700, currency: "AUD" }, keys: ["ABCDEFGH12"] };

test("P04: a storefront that begins while the service is silent pays nothing, and ends no link, on its folder alone", async () => {
  for (const [at, behaviour] of SILENT.entries()) {
    service.behaveForRecords(behaviour);
    await assert.rejects(putRecord({ name: recordName("links", "NEVER"), content: "1" }), { name: "TicketingFault" });
    await assert.rejects(openAttempt(`CARTBEGUN${at}`, NEW_ATTEMPT), /could not be written/);
  }
  service.behaveForRecords(keeps);
  assert.equal((await openAttempt("CARTBEGUN0", NEW_ATTEMPT)).joined, false, "nothing was sent");
});

test("no link, order or session opens that may have been ended elsewhere; a cart and the check of a payment go on", async () => {
  const key = "ABCDEFGH12";
  const purchase = { checkoutId: "visit", cartId: "CARTSILENT", issuedAt: 1, reservations: [], paidKeys: [key] };
  const [sealed, saleLink, foundLink] = await Promise.all([
    sealPurchase(purchase),
    sealSaleLink([key]),
    sealFoundLink([key]),
  ]);
  service.behaveForRecords(keeps);
  assert.deepEqual(await openSaleLink(saleLink), [key], "the control");
  for (const behaviour of SILENT) {
    service.behaveForRecords(behaviour);
    const fault = { name: "TicketingFault" };
    await assert.rejects(openSaleLink(saleLink), fault);
    await assert.rejects(openFoundLink(foundLink), fault);
    await assert.rejects(areAllBought([{ keys: [key], boughtAt: 1 }], [key]), fault);
    await assert.rejects(isRevoked("promoter-session", "a session"), fault);
    assert.equal(await showsOrders("", saleLink), true, "the page says that it is not known");
    await runInRequest({ ...REQUEST }, async () => {
      const found = await unsealPurchase(sealed);
      assert.equal(found?.checkoutId, "visit");
      assert.equal(await isRevoked("checkout", "visit"), false);
      assert.equal(await findAttempt("CARTSILENT"), undefined);
      assert.equal(shownStatus(found ?? purchase, { status: "paid", saleKeys: [key] }, new Date()), "waiting");
      await assert.rejects(checkoutStateOf(found, new Date()), fault, "no ticket is shown");
    });
  }
  service.behaveForRecords(keeps);
  await runInRequest({ ...REQUEST }, async () => {
    const found = await checkoutStateOf(await unsealPurchase(sealed), new Date());
    assert.deepEqual(found, { state: "paid", saleKeys: [key] }, "the control");
  });
});

test("a request that has waited for records in vain does not wait for others", async () => {
  const seen = new Set<string>();
  service.behaveForRecords((response, request) => {
    if (request.method === "GET") seen.add(request.path);
    fixture.closesConnection(response, request);
  });
  await runInRequest({ ...REQUEST }, async () => {
    assert.equal(await findAttempt("CARTWAITED"), undefined);
    assert.equal(await isRevoked("checkout", "another"), false);
    assert.equal(await findAttempt("CARTOTHER1"), undefined);
    assert.equal(await findAttempt("CARTWAITED", "fresh"), undefined);
  });
  assert.equal(seen.size, 1);
  await findAttempt("CARTOTHER1");
  assert.equal(seen.size, 2, "the control: another request asks");
});

test("P21: what is used once is refused the second time, also where the service was silent at either, or two come at once", async () => {
  const unavailable = fixture.answers({}, 503);
  for (const [id, first, second] of [
    ["granted, then silent", keeps, unavailable],
    ["silent, then answered", unavailable, keeps],
    ["its answer lost", losesAnswers, keeps],
    ["always silent", unavailable, unavailable],
  ] as const) {
    service.behaveForRecords(first);
    assert.ok(await consumeOnce("proof", id), id);
    service.behaveForRecords(second);
    assert.equal(await consumeOnce("proof", id), undefined, id);
  }
  let first: string | undefined;
  service.behaveForRecords((response, request) => {
    first ??= request.body;
    (request.body === first ? keeps : unavailable)(response, request);
  });
  const uses = await Promise.all(["at once", "at once"].map((id) => consumeOnce("proof", id)));
  assert.equal(uses.filter((use) => use !== undefined).length, 1);
});

test("what had no effect is given back also where the answer to its use was lost", async () => {
  service.behaveForRecords(losesAnswers);
  const use = await consumeOnce("undo", "lost");
  assert.notEqual(records.get(recordName("undo", "lost")), undefined);
  service.behaveForRecords(keeps);
  await use?.giveBack();
  assert.ok(await consumeOnce("undo", "lost"));
  assert.equal(await consumeOnce("undo", "lost"), undefined);
});

test("what was ended on this machine alone is told to the service at the next read", async () => {
  service.behaveForRecords(fixture.answers({}, 503));
  await revoke("promoter-session", "signed out");
  await revokeDevices(["REMOVED123"], 2_000);
  assert.equal(await isRevoked("promoter-session", "signed out"), true);
  const [session, devices] = [recordName("promoter-session", "signed out"), recordName("devices", "REMOVED123")];
  assert.deepEqual([records.has(session), records.has(devices)], [false, false]);
  const ofSession = keepsUntil(session, records);
  service.behaveForRecords(ofSession.behaviour);
  assert.equal(await isRevoked("promoter-session", "signed out"), true);
  await ofSession.kept;
  const ofDevices = keepsUntil(devices, records);
  service.behaveForRecords(ofDevices.behaviour);
  assert.equal(await areDevicesRevoked(["REMOVED123"], 1_999), true);
  await ofDevices.kept;
  assert.equal(records.get(devices), "2000");
});

test("links have ended where only the answer was lost, and not where nothing was written", async () => {
  const [made, key] = [Date.now() - 1, "LOSTANSWER"];
  const link = await sealSaleLink([key], made);
  service.behaveForRecords(fixture.closesConnection);
  await assert.rejects(revokeLinks([key], Date.now()), { name: "TicketingFault" });
  service.behaveForRecords(keeps);
  assert.deepEqual(await openSaleLink(link), [key], "the control");
  service.behaveForRecords((response, request) => (request.method === "PUT" ? losesAnswers : keeps)(response, request));
  await revokeLinks([key], Date.now());
  assert.equal(await openSaleLink(link), undefined);
});

test("P04: an attempt that was written too late to be sent does not keep the next press from paying", async () => {
  let late: { readonly name: string; readonly content: string } | undefined;
  service.behaveForRecords((response, request) => {
    if (request.method === "PUT") late = JSON.parse(request.body).records[0];
    (request.method === "PUT" ? fixture.closesConnection : keeps)(response, request);
  });
  await assert.rejects(openAttempt("CARTLATE01", NEW_ATTEMPT), /could not be written/);
  // It arrives once the next press has read.
  const arrives = late;
  assert.ok(arrives);
  service.behaveForRecords((response, request) => {
    if (request.method === "PUT" && !records.has(arrives.name)) records.set(arrives.name, arrives.content);
    keeps(response, request);
  });
  const next = await openAttempt("CARTLATE01", NEW_ATTEMPT);
  assert.equal(next.joined, false);
  assert.equal((await findAttempt("CARTLATE01"))?.id, next.attempt.id);
});

test("P04: a payment whose attempt took more than two seconds to write is not sent, and the next one is", async () => {
  service.behaveForRecords(keeps);
  const clock = mock.timers;
  clock.enable({ apis: ["Date"], now: Date.now() });
  try {
    service.behaveForRecords((response, request) => {
      if (request.method === "PUT") clock.tick(2_001);
      keeps(response, request);
    });
    await assert.rejects(openAttempt("CARTTOOLATE", NEW_ATTEMPT), /could not be written/);
    service.behaveForRecords(keeps);
    assert.equal((await findAttempt("CARTTOOLATE"))?.state, "not_charged");
    assert.equal(JSON.parse(records.get(recordName("attempt", "CARTTOOLATE")) ?? "").state, "not_charged");
    assert.equal((await openAttempt("CARTTOOLATE", NEW_ATTEMPT)).joined, false);
  } finally {
    clock.reset();
  }
});

test("P04: an attempt that this release cannot read is neither none nor replaced", async () => {
  service.behaveForRecords(keeps);
  const name = recordName("attempt", "CARTLATER1");
  const content = JSON.stringify({ state: "of a later release" });
  records.set(name, content);
  await assert.rejects(openAttempt("CARTLATER1", NEW_ATTEMPT), /could not be written/);
  await assert.rejects(findAttempt("CARTLATER1"), { name: "TicketingFault" });
  assert.equal(records.get(name), content);
});
