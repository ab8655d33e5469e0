import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { cookieName } from "#lib/security/cookie-names.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { openSaleLink, sealSaleLink } from "#lib/session/links/links.ts";
import { checkFormToken, formToken } from "./form-token.ts";
import {
  newCheckoutId,
  PURCHASE_BYTES_MAX,
  type Purchase,
  RESERVATIONS_MAX,
  sealPurchase,
  unsealPurchase,
} from "./sealed-purchase.ts";

const newKey = () => randomBytes(32).toString("base64url");
applySettings({ COOKIE_KEYS: `${newKey()},${newKey()}` });

const purchase: Purchase = {
  checkoutId: "id",
  cartId: "CART567890",
  reservations: [
    {
      key: "ABCDEFGH12",
      eventId: 1,
      eventName: "The Tempest",
      lines: [{ ticketTypeId: 4, quantity: 2 }],
      source: { ref: "dj-kim", utm: { medium: "poster" } },
    },
    { key: "ABCDEFGH13", eventId: 2, eventName: "", lines: [] },
  ],
};

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Changes each character in turn, by its highest bit: the lowest of a part's last character has no meaning. */
function* tampered(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) {
    const other = BASE64URL[BASE64URL.indexOf(text[at] ?? "") ^ 32] ?? "A";
    yield `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
  }
}

test("a purchase is read back whole, and its sealed text reveals nothing", async () => {
  const sealed = await sealPurchase(purchase);
  assert.deepEqual(await unsealPurchase(sealed), purchase);
  assert.equal(Buffer.from(sealed, "base64url").includes("CART567890"), false);
});

test("refuses a changed, cut, empty or foreign text", async () => {
  const link = await sealSaleLink(["ABCDEFGH12"]);
  for (const text of [...tampered(link), link.slice(0, -1), link.slice(0, -2), "", "x.y.z", "../../etc"]) {
    assert.equal(await openSaleLink(text), undefined, text);
  }
  assert.deepEqual(await openSaleLink(link), ["ABCDEFGH12"]);
});

test("P26: a text sealed for one purpose does not open for another", async () => {
  const links = { keys: ["ABCDEFGH12"], madeAt: 0 };
  assert.equal(await openSaleLink(await seal("guest link", links)), undefined);
  assert.equal(await openSaleLink(await seal("visit", links)), undefined);
  for (const other of ["hand-off", "sale link"] as const)
    assert.equal(await unsealPurchase(await seal(other, purchase)), undefined, other);
});

test("two links of one sale differ, and both are encrypted tokens of the same form", async () => {
  const links = await Promise.all([sealSaleLink(["ABCDEFGH12"]), sealSaleLink(["ABCDEFGH12"])]);
  assert.notEqual(links[0], links[1]);
  for (const link of links) assert.match(link, /^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/);
});

test("refuses an expired text, and a purchase of an older shape", async () => {
  assert.equal(await unseal("visit", await seal("visit", purchase, -1)), undefined);
  assert.deepEqual(await unseal("visit", await seal("visit", { a: 1 })), { a: 1 });
  assert.equal(await unsealPurchase(await seal("visit", { cartId: "CART567890" })), undefined);
});

const ten = (eventName: string, lines: number) =>
  Array.from({ length: 10 }, (_, at) => ({
    key: `ABCDEFGH1${at}`,
    eventId: 1_000_000 + at,
    eventName,
    lines: Array.from({ length: lines }, (_, at) => ({ ticketTypeId: 10_000_000 + at, quantity: 10 })),
  }));

test("long names are shortened, then left out, so that the cookie fits", async () => {
  const buyer = { firstName: "É".repeat(60), lastName: "ß".repeat(60), email: `${"a".repeat(60)}@example.com` };
  const long = (eventName: string, lines: number): Purchase => ({
    ...purchase,
    reservations: ten(eventName, lines),
    buyer: { ...buyer, optIn: true },
  });
  for (const [given, lines, kept] of [
    ["東".repeat(500), 1, "東".repeat(40)],
    ["東".repeat(500), 8, ""],
  ] as const) {
    const sealed = await sealPurchase(long(given, lines));
    assert.ok(sealed.length <= PURCHASE_BYTES_MAX, `${sealed.length}`);
    assert.deepEqual(await unsealPurchase(sealed), long(kept, lines));
  }
});

test("the longest selection and buyer fit: the lines are left out, and no reservation is", async () => {
  const buyer = { firstName: "東".repeat(100), lastName: "京".repeat(100), email: `${"東".repeat(242)}@example.com` };
  const largest: Purchase = {
    ...purchase,
    reservations: ten("東".repeat(500), 50),
    buyer: { ...buyer, phone: "1".repeat(40), optIn: true },
  };
  const sealed = await sealPurchase(largest);
  assert.ok(sealed.length <= PURCHASE_BYTES_MAX, `${sealed.length}`);
  assert.deepEqual(await unsealPurchase(sealed), { ...largest, reservations: ten("", 0) });
});

/** The largest values: three bytes a letter, fifteen digits an id, and the largest amounts. */
const LONGEST_BUYER = {
  firstName: "東".repeat(100),
  lastName: "京".repeat(100),
  email: `${"東".repeat(242)}@example.com`,
  phone: "1".repeat(40),
  postcode: "東".repeat(16),
  optIn: true,
};
const LARGEST_VOUCHER = { code: "A".repeat(40), balance: { minor: 9_000_000_000_000_000, currency: "KWD" } };
const aKey = (at: number) => `ABCDE${String(at).padStart(5, "0")}`;
const largestCart = (reservations: number, paid: number): Purchase => ({
  checkoutId: newCheckoutId(),
  replaces: newCheckoutId(),
  issuedAt: Date.now(),
  cartId: "CART567890",
  reservations: Array.from({ length: reservations }, (_, at) => ({
    key: aKey(at),
    eventId: 999_999_999_999_000 + at,
    eventName: "東".repeat(500),
    lines: Array.from({ length: 50 }, (_, at) => ({ ticketTypeId: 999_999_999_999_000 + at, quantity: 100_000 })),
  })),
  ...(paid > 0 && { paidKeys: Array.from({ length: paid }, (_, at) => aKey(1_000 + at)) }),
  total: { minor: 9_000_000_000_000_000, currency: "KWD" },
  expiresAt: "2026-12-04T19:30:00.000+13:00",
  buyer: LONGEST_BUYER,
  voucher: LARGEST_VOUCHER,
});
const COOKIE_BYTES_MAX = 4_096;
const ATTRIBUTES = "; Path=/; Expires=Sat, 05 Dec 2026 06:30:00 GMT; Max-Age=86400; Secure; HttpOnly; SameSite=lax";

for (const [what, reservations, paid] of [
  ["as many events as go into a cart", RESERVATIONS_MAX, 0],
  ["those and a hundred sales that were paid", RESERVATIONS_MAX, 100],
  ["one event and a hundred sales that were paid", 1, 100],
  ["a thousand sales that were paid", 0, 1_000],
] as const) {
  test(`at its largest, with ${what}, a purchase fits into a cookie, and its open cart is whole`, async () => {
    const largest = largestCart(reservations, paid);
    const sealed = await sealPurchase(largest);
    assert.ok(sealed.length <= PURCHASE_BYTES_MAX, `${sealed.length}`);
    assert.match(sealed, /^[\w.-]+$/, "nothing in it grows when it is written into a header");
    const cookie = Buffer.byteLength(`${cookieName("foyer", "https://tickets.example")}=${sealed}${ATTRIBUTES}`);
    assert.ok(cookie <= COOKIE_BYTES_MAX, `${cookie}`);

    const { paidKeys = [], ...rest } = (await unsealPurchase(sealed)) ?? { reservations: [] };
    const { paidKeys: _, ...whole } = largest;
    const bare = whole.reservations.map((one) => ({ ...one, eventName: "", lines: [] }));
    assert.deepEqual(rest, { ...whole, reservations: bare });
    assert.deepEqual(paidKeys, (largest.paidKeys ?? []).slice(paid - paidKeys.length), "the newest of them stay");
    if (paid === 1_000) assert.ok(paidKeys.length >= 50, `${paidKeys.length} stay`);
  });
}

test("throws for a larger cart, and drops no reservation", async () => {
  await assert.rejects(sealPurchase(largestCart(60, 0)), RangeError);
});

test("a form token is valid for its own purchase and its own form only", () => {
  const token = formToken(purchase, "pay");
  assert.equal(checkFormToken(purchase, "pay", token), true);
  assert.equal(checkFormToken(purchase, "lock", token), false);
  assert.equal(checkFormToken({ checkoutId: "another" }, "pay", token), false);
  for (const forged of ["", token.slice(1), `${token}A`, undefined, null, [token], 1]) {
    assert.equal(checkFormToken(purchase, "pay", forged), false);
  }
});
