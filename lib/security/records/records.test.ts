import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { keepsRecords } from "#e2e/tools/kept-records.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { addOwner, findAttempt, openAttempt } from "#lib/purchase/attempt-store.ts";
import { isReplaced } from "#lib/session/purchase/replaced-purchase.ts";
import { sealPurchase, unsealPurchase } from "#lib/session/purchase/sealed-purchase.ts";
import { recordsOfRequest, runInRequest } from "#lib/telemetry/current-request.ts";
import { MISSING_MS } from "#lib/ticketing/client/extension.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { consumeOnce } from "./once.ts";
import { changeRecord, putRecord, recordName, recordOf } from "./records.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const clock = mock.method(performance, "now", () => 0);
const records = new Map<string, string>();
const NEW_ATTEMPT = { amount: { minor: 9700, currency: "AUD" }, keys: ["ABCDEFGH12"] };

/** Returns the method and the number of records of each call that the work makes. */
async function callsOf(work: () => Promise<unknown>) {
  const calls: string[] = [];
  service.behaveForRecords((response, request) => {
    calls.push(`${request.method} ${(request.path + request.body).match(/[a-z-]+\.[0-9a-f]{64}/g)?.length}`);
    keepsRecords(records)(response, request);
  });
  await work();
  return calls;
}

test("in front of a service that answers anything else, the folder alone decides; once there are records, another answer is a fault", async () => {
  const name = `links.${"0".repeat(64)}`;
  const put = () => putRecord({ name, content: "1" });
  for (const [at, behaviour] of [
    fixture.answers({}, 500),
    fixture.answers({ records: "none" }),
    fixture.answers("Not here", 404),
    fixture.answersHtml,
    fixture.answers({ successful: false }, 403),
  ].entries()) {
    clock.mock.mockImplementation(() => at * MISSING_MS);
    service.behaveForRecords(behaviour);
    assert.equal(await put(), undefined);
    assert.equal((await openAttempt(`CARTALONE${at}`, NEW_ATTEMPT)).joined, false);
    assert.deepEqual(
      [typeof (await consumeOnce("proof", `${at}`)), await consumeOnce("proof", `${at}`)],
      ["object", undefined],
    );
  }
  clock.mock.mockImplementation(() => 5 * MISSING_MS);
  service.behaveForRecords(keepsRecords(records));
  assert.equal(await put(), "1");
  service.behaveForRecords(fixture.answers("Not here", 404));
  assert.equal(await put(), undefined, "a process of the release before");
  for (const behaviour of [fixture.answers({}, 500), fixture.answers({ records: "none" }), fixture.answersHtml]) {
    service.behaveForRecords(behaviour);
    await assert.rejects(put(), { name: "TicketingFault" });
    await assert.rejects(openAttempt("CARTFAULT1", NEW_ATTEMPT), /could not be written/);
  }
});

test("a page reads all records of a purchase in one call, and writes in one; what a request knows it does not read again", async () => {
  const reservations = [{ key: "ABCDEFGH12", eventId: 1, eventName: "The Tempest", lines: [] }];
  const purchase = { checkoutId: "second", replaces: "first", issuedAt: 2, cartId: "CARTCALLS1", reservations };
  const sealed = await sealPurchase(purchase);
  const page = () =>
    runInRequest({ id: "0123456789abcdef" }, async () => {
      const found = await unsealPurchase(sealed);
      assert.ok(found);
      const seen = [await isReplaced(found), await findAttempt(found.cartId), await unsealPurchase(sealed)];
      assert.deepEqual(seen, [false, undefined, found]);
    });
  // The links and devices of a sale, both checkout ids, the newest issue of the cart, and its attempt.
  assert.deepEqual(await callsOf(page), ["GET 6", "PUT 2"]);
  assert.deepEqual(await callsOf(page), ["GET 6"], "a later page of the same checkout id");
  const pay = () =>
    runInRequest({ id: "0123456789abcdef" }, async () => {
      const found = await unsealPurchase(sealed);
      assert.ok(found);
      await findAttempt(found.cartId);
      assert.equal((await openAttempt(found.cartId, NEW_ATTEMPT)).joined, false);
    });
  assert.deepEqual(await callsOf(pay), ["GET 6", "PUT 1"]);
});

test("what several requests read at the same moment is one call, and one that is read twice is in it once", async () => {
  const pages = ["CARTMANY01", "CARTMANY02", "CARTMANY01"].map((cartId) => () => findAttempt(cartId));
  assert.deepEqual(
    (await callsOf(() => Promise.all(pages.map((page) => page())))).toSorted(),
    ["GET 1", "GET 2"],
    "the second of one name is in the next call",
  );
});

test("a record that others write at the same time is read and written again, five times at most", async () => {
  const name = `links.${"1".repeat(64)}`;
  const seen: (string | undefined)[] = [];
  const append = (present: string | undefined) => {
    seen.push(present);
    return { content: `${present ?? ""}x` };
  };
  /** Writes as another storefront does just before each of the next `times` writes. */
  const writeBefore = (times: number) => {
    let left = times;
    service.behaveForRecords((response, request) => {
      if (left > 0) records.set(name, `${left}`);
      left -= 1;
      keepsRecords(records)(response, request);
    });
  };
  writeBefore(4);
  assert.equal(await changeRecord(name, undefined, append), "1x");
  assert.deepEqual(seen, [undefined, "4", "3", "2", "1"]);
  writeBefore(5);
  await assert.rejects(changeRecord(name, undefined, append), { name: "TicketingFault" });
  assert.equal(records.get(name), "1");
  writeBefore(5);
  const untilOne = (present: string | undefined) => (present === "1" ? undefined : append(present));
  assert.equal(await changeRecord(name, undefined, untilOne), "1", "what stands after the last try is enough");
});

test("what was used is given back, and then used once again", async () => {
  service.behaveForRecords(keepsRecords(records));
  const use = await consumeOnce("undo", "given back");
  await use?.giveBack();
  await use?.giveBack();
  assert.ok(await consumeOnce("undo", "given back"));
  assert.equal(await consumeOnce("undo", "given back"), undefined);
});

test("a record that is too long is refused alone, and not with those that are sent at the same moment", async () => {
  service.behaveForRecords((response, request) => {
    const isRefused = request.method === "PUT" && request.body.includes("x".repeat(32_001));
    (isRefused ? fixture.answers({ successful: false }, 400) : keepsRecords(records))(response, request);
  });
  const [long, short] = await Promise.allSettled(
    [32_001, 32_000].map((length, at) =>
      putRecord({ name: recordName("proof", `${at}`), content: "x".repeat(length) }),
    ),
  );
  assert.deepEqual([long?.status, short?.status], ["rejected", "fulfilled"]);
});

test("an attempt has each browser that may see its tickets once, and the newest fifty of them", async () => {
  service.behaveForRecords(keepsRecords(records));
  const owner = { checkoutDigest: "owner 0" };
  const { attempt } = await openAttempt("CARTOWNERS", { ...NEW_ATTEMPT, owner });
  for (let nth = 1; nth <= 50; nth += 1) await addOwner(attempt, `owner ${nth}`);
  for (const nth of [50, 20]) await addOwner(attempt, `owner ${nth}`);
  const newest = Array.from({ length: 50 }, (_, at) => `owner ${at + 1}`);
  assert.deepEqual((await findAttempt("CARTOWNERS"))?.owners, newest);
  assert.deepEqual(JSON.parse(records.get(recordName("attempt", "CARTOWNERS")) ?? "").owners, newest);
});

test("a fault of the code before a page is a fault of the page as well", async () => {
  await runInRequest({ id: "0123456789abcdef" }, async () => {
    // That code is built apart, so the class of its faults is another one.
    const fault = Object.assign(new Error("no answer"), { name: "TicketingFault" });
    const pending = Promise.reject(fault);
    recordsOfRequest()?.set(recordName("attempt", "CARTAPART1"), pending);
    await assert.rejects(recordOf(recordName("attempt", "CARTAPART1")), TicketingFault);
    assert.equal(await findAttempt("CARTAPART1"), undefined);
  });
});
