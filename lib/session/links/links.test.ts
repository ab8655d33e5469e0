import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { type Purchase, sealPurchase, unsealPurchase } from "#lib/session/purchase/sealed-purchase.ts";
import { revokeDevices, revokeLinks } from "#lib/session/revocations.ts";
import {
  foundLinkEnd,
  openFoundLink,
  openGuestLink,
  openSaleLink,
  renewFoundLink,
  sealDeviceLink,
  sealFoundLink,
  sealGuestLink,
  sealSaleLink,
} from "./links.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_MESSAGES: "1" });

const MADE = Date.now();

const visitOf = (changes: Partial<Purchase>): Promise<string> =>
  sealPurchase({ checkoutId: "id", cartId: "CART567890", issuedAt: MADE, reservations: [], ...changes });
const reserved = (key: string) => [{ key, eventId: 1, eventName: "", lines: [] }];

/** Returns a function that tells which links and checkouts still open the sales `key`1 and `key`2. */
async function waysInto(key: string) {
  const keys = [`${key}1`, `${key}2`];
  const [device, mail, found, guest, paid, paidInPart] = await Promise.all([
    sealDeviceLink(keys, MADE),
    sealSaleLink(keys, MADE),
    sealFoundLink(keys, MADE),
    sealGuestLink(`${key}1`, 31, MADE),
    visitOf({ reservations: reserved(`${key}1`) }),
    visitOf({ paidKeys: [`${key}2`], reservations: reserved("UNPAID") }),
  ]);
  return async () => ({
    device: (await openSaleLink(device)) !== undefined,
    mail: (await openSaleLink(mail)) !== undefined,
    found: (await openSaleLink(found)) !== undefined,
    guest: (await openGuestLink(guest)) !== undefined,
    checkout: [(await unsealPurchase(paid)) !== undefined, (await unsealPurchase(paidInPart)) !== undefined],
  });
}

const ALL = { device: true, mail: true, found: true, guest: true, checkout: [true, true] };

test("P26: removing an order from its devices ends their links and checkouts, and no link in mail", async () => {
  const [open, other] = [await waysInto("A"), await waysInto("B")];
  assert.deepEqual(await open(), ALL);
  await revokeDevices(["A1", "A2"], MADE + 1);
  assert.deepEqual(await open(), { ...ALL, device: false, checkout: [false, false] });
  assert.deepEqual(await other(), ALL);
  assert.notEqual(await openSaleLink(await sealDeviceLink(["A1"], MADE + 1)), undefined, "a later link");
});

test("P26: a new link ends the checkouts that paid the order with its links", async () => {
  const open = await waysInto("C");
  assert.deepEqual(await open(), ALL);
  await revokeLinks(["C1", "C2"], MADE + 1);
  assert.deepEqual(await open(), { device: false, mail: false, found: false, guest: false, checkout: [false, false] });
  const later = await visitOf({ issuedAt: MADE + 1, reservations: reserved("C1") });
  assert.notEqual(await unsealPurchase(later), undefined, "a later checkout");
});

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 1);

test("a link of Find my tickets opens for a day", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date"], now: NOW });
  const link = await sealFoundLink(["ABCDEFGH12"]);
  mock.timers.tick(DAY_MS - 1000);
  assert.deepEqual(await openFoundLink(link), ["ABCDEFGH12"]);
  mock.timers.tick(1000);
  assert.equal(await openFoundLink(link), undefined);
});

test("P26: a link of Find my tickets and the one that replaces it open the order for one day", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date"], now: NOW });
  const link = await sealFoundLink(["ABCDEFGH12"]);
  assert.equal(await foundLinkEnd(link), NOW + DAY_MS);
  assert.equal(await foundLinkEnd(await sealSaleLink(["ABCDEFGH12"])), undefined);
  mock.timers.tick(DAY_MS / 2);
  const renewed = await renewFoundLink(["ABCDEFGH12"], NOW + DAY_MS, Date.now());
  assert.equal(await foundLinkEnd(renewed), NOW + DAY_MS);
  mock.timers.tick(DAY_MS / 2 - 1000);
  assert.deepEqual(await Promise.all([link, renewed].map(openSaleLink)), [["ABCDEFGH12"], ["ABCDEFGH12"]]);
  mock.timers.tick(1000);
  assert.deepEqual(await Promise.all([link, renewed].map(openSaleLink)), [undefined, undefined]);
});
