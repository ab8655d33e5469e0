import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { sealBought } from "./bought-orders.ts";
import { sealFoundLink, sealGuestLink, sealSaleLink } from "./links/links.ts";
import { isOwnPage } from "./own-pages.ts";
import { sealPurchase } from "./purchase/sealed-purchase.ts";

applySettingsInFolder();

const purchase = `a=b; foyer=${await sealPurchase({ checkoutId: "a", cartId: "CART1", reservations: [] })}`;
const bought = `foyer-bought=${await sealBought([{ keys: ["KEY1234567"], boughtAt: 1 }])}`;
const FORGED = ["", "foyer=1", "foyer-bought=1", purchase.slice(0, -1)];

test("pages of a payment are those of who has a purchase or has bought", async () => {
  for (const path of [
    "/en/checkout/pay",
    "/de/checkout/pay/checking",
    "/en/checkout/receipt",
    "/en/checkout/tickets",
  ]) {
    for (const cookies of [purchase, bought]) assert.equal(await isOwnPage(cookies, path), true, path);
    for (const cookies of FORGED) assert.equal(await isOwnPage(cookies, path), false, `${path} ${cookies}`);
  }
});

test("pages of an order are those of who has its link or has bought", async () => {
  const links = [
    await sealSaleLink(["KEY1234567"]),
    await sealFoundLink(["KEY1234567"]),
    await sealGuestLink("KEY1234567", 5),
  ];
  for (const link of links)
    for (const below of ["", "/pdf"]) assert.equal(await isOwnPage("", `/en/sales/${link}${below}`), true);
  assert.equal(await isOwnPage(bought, "/en/sales/invented"), true);
  for (const cookies of [...FORGED, purchase])
    assert.equal(await isOwnPage(cookies, "/en/sales/invented"), false, cookies);
});

test("no other page is, whatever the cookies", async () => {
  for (const path of ["/en", "/en/cart", "/en/checkout", "/en/search", "/en/sales", "/en/checkout/payments"])
    assert.equal(await isOwnPage(`${purchase}; ${bought}`, path), false, path);
});
