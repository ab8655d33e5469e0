import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { foundLinkEnd, openFoundLink, renewFoundLink, sealFoundLink } from "./found-link.ts";
import { openSaleLink, sealSaleLink } from "./sale-link.ts";

applySettings();

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
