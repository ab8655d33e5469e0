import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { keepsRecords, keepsUntil } from "#e2e/tools/kept-records.ts";
import { releaseBefore } from "#e2e/tools/release-before.ts";
import { startStorefrontProcess } from "#e2e/tools/storefront-process.ts";
import type { Attempt } from "#lib/purchase/attempt.ts";
import { recordName } from "#lib/security/records/records.ts";

// Storefronts in processes and folders of their own, before one service that keeps records.

const service = await fixture.startFixtureService();
const records = new Map<string, string>();
service.behaveForRecords(keepsRecords(records));
const folders = await Promise.all(["one", "other", "empty"].map((name) => mkdtemp(join(tmpdir(), `foyer-${name}-`))));
const [data = "", dataOfOther = "", emptyData = ""] = folders;
const startIn = (folder: string) =>
  startStorefrontProcess({ TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: folder });
const [one, other] = [startIn(data), startIn(dataOfOther)];
/** The first storefront after its machine was lost. */
const restored = startIn(emptyData);
after(async () => {
  await Promise.all([one, other, restored].map((storefront) => storefront.kill()));
  await service.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

type Storefront = typeof one;
type Opened = { readonly attempt: Attempt; readonly joined: boolean };

const KEY = "ABCDEFGH12";
const NEW_ATTEMPT = { amount: { minor: 9700, currency: "AUD" }, keys: [KEY] };
const STORE = "#lib/purchase/attempt-store.ts";
const open = (at: Storefront, cartId: string) => at.call<Opened>(STORE, "openAttempt", cartId, NEW_ATTEMPT);
const settle = (at: Storefront, attempt: Attempt, state: string) => at.call(STORE, "settleAttempt", attempt, state);
const find = (at: Storefront, cartId: string) => at.call<Attempt | undefined>(STORE, "findAttempt", cartId);
const REVOCATIONS = "#lib/session/revocations.ts";
const areLinksRevoked = (at: Storefront, key: string, madeAtMs: number) =>
  at.call<boolean>(REVOCATIONS, "areLinksRevoked", [key], madeAtMs);
const areDevicesRevoked = (at: Storefront, key: string, madeAtMs: number) =>
  at.call<boolean>(REVOCATIONS, "areDevicesRevoked", [key], madeAtMs);
const isRevoked = (at: Storefront, kind: string, id: string) => at.call<boolean>(REVOCATIONS, "isRevoked", kind, id);
const isReplaced = (at: Storefront, purchase: object) =>
  at.call<boolean>("#lib/session/purchase/replaced-purchase.ts", "isReplaced", purchase);

test("P04: a cart that is open or paid at one storefront is not paid again at another, nor after its folder is lost", async () => {
  const { attempt } = await open(one, "CARTSHARED");
  for (const at of [other, restored]) {
    const joined = await open(at, "CARTSHARED");
    assert.deepEqual([joined.joined, joined.attempt.id], [true, attempt.id]);
  }
  // The checking page may be another storefront's.
  await settle(other, attempt, "paid");
  await settle(one, attempt, "refused");
  for (const at of [one, other, restored]) {
    assert.equal((await find(at, "CARTSHARED"))?.state, "paid");
    assert.equal((await open(at, "CARTSHARED")).joined, true);
  }
});

test("P04: after a refusal the cart is paid again at the other storefront, and both go on from there", async () => {
  const first = await open(one, "CARTAGAIN");
  await settle(other, first.attempt, "refused");
  const second = await open(other, "CARTAGAIN");
  assert.equal(second.joined, false);
  assert.equal((await find(one, "CARTAGAIN"))?.id, second.attempt.id, "what its own folder calls open has ended");
  await settle(other, second.attempt, "not_charged");
  const third = await open(one, "CARTAGAIN");
  assert.equal(third.joined, false);
  assert.equal((await open(other, "CARTAGAIN")).attempt.id, third.attempt.id);
});

test("P04: a press that comes second at another storefront leaves the payment of the first as the cart's last", async () => {
  const first = await open(other, "CARTSECOND");
  // What this storefront read before is older.
  const [name = ""] = [...records.keys()].slice(-1);
  const content = records.get(name) ?? "";
  records.delete(name);
  const press = open(one, "CARTSECOND");
  service.behaveForRecords((response, request) => {
    if (request.method === "PUT") records.set(name, content);
    keepsRecords(records)(response, request);
  });
  const second = await press;
  service.behaveForRecords(keepsRecords(records));
  assert.deepEqual([second.joined, second.attempt.id], [true, first.attempt.id]);
  await settle(other, first.attempt, "paid");
  assert.equal((await find(one, "CARTSECOND"))?.id, first.attempt.id);
});

test("P04: of presses at several storefronts at the same moment one opens an attempt", async () => {
  const carts = Array.from({ length: 20 }, (_, at) => `CARTRACE${at}`);
  for (const cartId of carts) {
    const opened = await Promise.all([one, other, restored, one, other].map((at) => open(at, cartId)));
    assert.equal(opened.filter(({ joined }) => !joined).length, 1, cartId);
  }
});

test("the control: without records each folder has an attempt of its own", async () => {
  const foreign = await fixture.startFixtureService();
  const settings = { TICKETING_URL: foreign.url, TICKETING_CA: foreign.ca };
  const alone = [data, dataOfOther].map((folder) => startStorefrontProcess({ ...settings, FOYER_DATA: folder }));
  const opened = await Promise.all(alone.map((at) => open(at, "CARTALONE")));
  await Promise.all(alone.map((at) => at.kill()));
  await foreign.close();
  assert.deepEqual(
    opened.map(({ joined }) => joined),
    [false, false],
  );
});

test("P04: while storefronts of two releases share a folder, one of them pays each cart, and once", async () => {
  const before = releaseBefore(data);
  const carts = Array.from({ length: 30 }, (_, at) => `CARTBOTH${at}`);
  for (const [at, cartId] of carts.entries()) {
    const press = [() => before.openAttempt(cartId, NEW_ATTEMPT), () => open(one, cartId)];
    const opened = await Promise.all((at % 2 ? press : press.toReversed()).map((go) => go()));
    const sent = opened.filter(({ joined }) => !joined);
    assert.equal(sent.length, 1, cartId);
    const attempt = sent[0]?.attempt as Attempt;
    assert.equal((await open(one, cartId)).joined, true, "open at either");
    assert.equal((await before.openAttempt(cartId, NEW_ATTEMPT)).joined, true, "open at either");
    // Either may read the result, whoever paid.
    await (at % 3 ? before.settleAttempt(attempt.id, "paid") : settle(one, attempt, "paid"));
    assert.equal((await open(one, cartId)).joined, true, "paid at either");
    assert.equal((await before.openAttempt(cartId, NEW_ATTEMPT)).joined, true, "paid at either");
  }
});

test("P04: what the release before has settled has ended for both, and each sees the other's next attempt", async () => {
  const before = releaseBefore(data);
  const first = await open(one, "CARTTURNS");
  await before.settleAttempt(first.attempt.id, "refused");
  assert.equal((await find(one, "CARTTURNS"))?.state, "refused");
  const second = await before.openAttempt("CARTTURNS", NEW_ATTEMPT);
  assert.equal(second.joined, false);
  assert.equal((await find(one, "CARTTURNS"))?.id, second.attempt?.id);
  await before.settleAttempt(second.attempt?.id ?? "", "refused");
  const third = await open(one, "CARTTURNS");
  assert.equal(third.joined, false);
  assert.equal((await before.findAttempt("CARTTURNS"))?.id, third.attempt.id);
});

test("P04: what the folder of the release before holds counts after the upgrade", async () => {
  const before = releaseBefore(data);
  await before.openAttempt("CARTOPENED", NEW_ATTEMPT);
  const paid = await before.openAttempt("CARTPAID", NEW_ATTEMPT);
  await before.settleAttempt(paid.attempt?.id ?? "", "paid");
  for (const cartId of ["CARTOPENED", "CARTPAID"]) assert.equal((await open(one, cartId)).joined, true, cartId);
  await before.revoke("checkout", "old checkout");
  await before.revoke("promoter-session", "old session");
  await before.cutOff("links", "OLDLINKS12", 2_000);
  await before.cutOff("devices", "OLDDEVICES", 2_000);
  await before.recordIssue("CARTISSUED", 2_000);
  assert.equal(await isRevoked(one, "checkout", "old checkout"), true);
  assert.equal(await isRevoked(one, "promoter-session", "old session"), true);
  for (const [madeAtMs, isEnded] of [
    [1_999, true],
    [2_000, false],
  ] as const) {
    assert.equal(await areLinksRevoked(one, "OLDLINKS12", madeAtMs), isEnded);
    assert.equal(await areDevicesRevoked(one, "OLDDEVICES", madeAtMs), isEnded);
    const purchase = { checkoutId: randomUUID(), cartId: "CARTISSUED", issuedAt: madeAtMs, reservations: [] };
    assert.equal(await isReplaced(one, purchase), isEnded);
  }
  // What was ended before the upgrade has ended at every storefront, once this one has read it.
  const links = keepsUntil(recordName("links", "OLDLINKS12"), records);
  service.behaveForRecords(links.behaviour);
  await areLinksRevoked(one, "OLDLINKS12", 1_999);
  await links.kept;
  assert.equal(await areLinksRevoked(other, "OLDLINKS12", 1_999), true);
});

test("P20: what is ended at one storefront is ended at all, and after its folder is lost", async () => {
  await one.call(REVOCATIONS, "revokeLinks", ["LINKS12345"], 2_000);
  await one.call(REVOCATIONS, "revokeDevices", ["DEVICES123"], 2_000);
  await one.call(REVOCATIONS, "revoke", "promoter-session", "a session");
  const first = { checkoutId: "first", cartId: "CARTMOVED", issuedAt: 1, reservations: [] };
  const second = { ...first, checkoutId: "second", replaces: "first", issuedAt: 2 };
  assert.equal(await isReplaced(one, first), false);
  assert.equal(await isReplaced(one, second), false);
  for (const at of [one, other, restored]) {
    assert.equal(await areLinksRevoked(at, "LINKS12345", 1_999), true);
    assert.equal(await areLinksRevoked(at, "LINKS12345", 2_000), false, "the control: a newer link");
    assert.equal(await areDevicesRevoked(at, "LINKS12345", 1_999), true);
    assert.equal(await areDevicesRevoked(at, "DEVICES123", 1_999), true);
    assert.equal(await areLinksRevoked(at, "DEVICES123", 1_999), false, "the control: links in mails keep working");
    assert.equal(await isRevoked(at, "promoter-session", "a session"), true);
    assert.equal(await isReplaced(at, first), true);
    assert.equal(await isReplaced(at, { ...first, checkoutId: "an older copy" }), true);
    assert.equal(await isReplaced(at, second), false);
  }
});

test("links are ended again later, also where another storefront has ended them since", async () => {
  await one.call(REVOCATIONS, "revokeLinks", ["AGAIN12345"], 1_000);
  await other.call(REVOCATIONS, "revokeLinks", ["AGAIN12345"], 3_000);
  await one.call(REVOCATIONS, "revokeLinks", ["AGAIN12345"], 2_000);
  for (const at of [one, other, restored]) assert.equal(await areLinksRevoked(at, "AGAIN12345", 2_999), true);
});

test("P21: a hand-off, a proof, an Undo and an expired reservation are used once at all storefronts", async () => {
  for (const kind of ["hand-off", "proof", "undo", "expired"]) {
    const use = (at: Storefront) =>
      at.call<object | undefined>("#lib/security/records/once.ts", "consumeOnce", kind, "token");
    const uses = await Promise.all([one, other].map(use));
    assert.equal(uses.filter((found) => found !== undefined).length, 1, kind);
    assert.equal(await use(restored), undefined, kind);
  }
});

test("no record has a secret in its name, and none of a time or of what was used once has one in its content", () => {
  const kept = [...records];
  assert.ok(kept.length > 30);
  for (const [name, content] of kept) {
    assert.match(name, /^[a-z-]+\.[0-9a-f]{64}$/);
    if (!name.startsWith("attempt.")) assert.match(content, /^(\d+|[0-9a-f-]{36})$/);
  }
});

test("P04: a payment begins only where the service has its attempt; what it had before counts meanwhile", async () => {
  const { attempt } = await open(one, "CARTSILENT");
  await one.call(REVOCATIONS, "revokeLinks", ["SILENT1234"], 2_000);
  const session = keepsUntil(recordName("promoter-session", "another session"), records);
  service.behaveForRecords(fixture.closesConnection);
  try {
    await assert.rejects(open(one, "CARTNEVER1"), /could not be written/);
    assert.equal((await find(one, "CARTSILENT"))?.id, attempt.id);
    assert.equal(await areLinksRevoked(one, "SILENT1234", 1_999), true);
    await assert.rejects(one.call(REVOCATIONS, "revokeLinks", ["OTHER12345"], 2_000), /got no answer/);
    await assert.rejects(areLinksRevoked(other, "SILENT1234", 1_999), /got no answer/, "its folder does not have it");
    await one.call(REVOCATIONS, "revoke", "promoter-session", "another session");
    assert.equal(await isRevoked(one, "promoter-session", "another session"), true, "on this machine");
  } finally {
    service.behaveForRecords(session.behaviour);
  }
  assert.equal(await areLinksRevoked(one, "OTHER12345", 1_999), false, "the buyer is not left without a link");
  assert.equal(await isRevoked(one, "promoter-session", "another session"), true);
  await session.kept;
  assert.equal(await isRevoked(other, "promoter-session", "another session"), true);
  assert.equal((await open(one, "CARTNEVER1")).joined, false, "nothing was sent: the buyer pays as soon as it answers");
});
