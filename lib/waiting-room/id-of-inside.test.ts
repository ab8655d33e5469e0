import assert from "node:assert/strict";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { sealPurchase } from "#lib/session/purchase/sealed-purchase.ts";
import { idOfInside } from "./id-of-inside.ts";
import { appendToLine, lineFolder } from "./line-file.ts";
import { placeCookie, sealPlace } from "./sealed-place.ts";

applySettingsInFolder();

const cookieOf = async (id: string, event = 1) => `a=b; ${placeCookie(1)}=${await sealPlace(event, id)}`;

test("only a visitor who is let in is spared the question for capacity, at their event and in the form of a frame", async () => {
  appendToLine(1, ["seed", "s"], ["drawn"], ["joined", "ann"], ["joined", "bo"]);
  assert.equal(await idOfInside("", "/en/events/1/tickets"), undefined);
  assert.equal(await idOfInside(await cookieOf("ann"), "/en/events/1"), undefined);
  appendToLine(1, ["called", "2", String(Date.now())]);
  assert.equal(await idOfInside(await cookieOf("ann"), "/en/events/1"), undefined);
  appendToLine(1, ["told", "ann", String(Date.now())]);
  for (const path of ["/en/events/1", "/en/events/1/tickets", "/reserve"]) {
    assert.equal(await idOfInside(await cookieOf("ann"), path), "ann");
    assert.equal(await idOfInside(await cookieOf("bo"), path), undefined);
    assert.equal(await idOfInside(`${placeCookie(1)}=ann`, path), undefined);
  }
  assert.equal(await idOfInside(await cookieOf("ann"), "/en/events/2"), undefined);
  assert.equal(await idOfInside(await cookieOf("ann", 2), "/en/events/1"), undefined);
  assert.equal(await idOfInside(await cookieOf("ann"), "/en/cart"), undefined);
  appendToLine(1, ["used", "ann", "1"]);
  assert.equal(await idOfInside(await cookieOf("ann"), "/en/events/1"), undefined);
});

test("a visitor with a reservation is inside everywhere, by their cart; one without is not", async () => {
  const purchase = { checkoutId: "a", cartId: "CART1", reservations: [] };
  const reservation = { key: "ABCDEFGH12", eventId: 3, eventName: "Tosca", lines: [] };
  const cookie = `foyer=${await sealPurchase({ ...purchase, reservations: [reservation] })}`;
  for (const path of ["/en/cart", "/en/events/1"]) assert.equal(await idOfInside(cookie, path), "CART1");
  assert.equal(await idOfInside(`foyer=${await sealPurchase(purchase)}`, "/en/cart"), undefined);
  assert.equal(await idOfInside("foyer=forged", "/en/cart"), undefined);
});

test("a line that cannot be read stops no form", async () => {
  rmSync(join(lineFolder(), "1.log"));
  mkdirSync(join(lineFolder(), "1.log"));
  assert.equal(await idOfInside(await cookieOf("ann"), "/en/events/1"), undefined);
});
