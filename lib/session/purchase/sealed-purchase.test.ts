import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { EncryptJWT, jwtDecrypt } from "jose";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { cookieName } from "#lib/security/cookie-names.ts";
import { keysFor, seal, unseal } from "#lib/security/seal.ts";
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

const service = await fixture.startFixtureService();
after(() => service.close());
const newKey = () => randomBytes(32).toString("base64url");
applySettings({
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  COOKIE_KEYS: `${newKey()},${newKey()}`,
});

const purchase: Purchase = {
  checkoutId: "id",
  cartId: "CART567890",
  reservations: [
    {
      key: "ABCDEFGH12",
      eventId: 1,
      eventName: "The Tempest",
      lines: [{ ticketTypeId: 4, quantity: 2 }],
      source: {
        ref: "dj-kim",
        utm: { medium: "poster" },
        embed: "longlight.example",
        clickIds: { gclid: "g1" },
        returnTo: "3:/thanks",
      },
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

test("the ids of clicks are left out first where the cookie has no room, and one event has room for all of them", async () => {
  const clickIds = Object.fromEntries(
    ["gclid", "wbraid", "gbraid", "fbclid", "msclkid", "ttclid"].map((name) => [name, letters(LATIN, 200)]),
  );
  const source = { ref: letters(LATIN, 60), embed: "longlight.example", returnTo: "3:/thanks" };
  const [one] = purchase.reservations;
  assert.ok(one);
  const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: true };
  const alone = { ...purchase, reservations: [{ ...one, source: { ...source, clickIds } }], buyer };
  assert.deepEqual(await unsealPurchase(await sealPurchase(alone)), alone);
  const five = Array.from({ length: 5 }, () => ({ ...one, source: { ...source, clickIds } }));
  const read = await unsealPurchase(await sealPurchase({ ...purchase, reservations: five }));
  assert.deepEqual(
    read?.reservations.map((reservation) => reservation.source),
    five.map(() => source),
  );
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

/** The letters of scripts, as ranges of code points. */
const CHINESE = [0x4e00, 0x9fff] as const;
const ARABIC = [0x0620, 0x064a] as const;
const EMOJI = [0x1f300, 0x1f6ff] as const;
const LATIN = [0x41, 0x5a] as const;
const DIGITS = [0x30, 0x39] as const;

let drawn = 1;
/** Returns a number from 0 to below `limit`, of the same sequence in each run. */
function draw(limit: number): number {
  drawn = (drawn * 48_271) % 2_147_483_647;
  return drawn % limit;
}

/** Returns so many letters of a script, none of which follows from those before: the text that is hardest to compress. */
const letters = ([first, last]: readonly [number, number], count: number): string =>
  Array.from({ length: count }, () => String.fromCodePoint(first + draw(last - first + 1))).join("");

const aKey = () => letters(LATIN, 10);
/** Fifteen digits. */
const anId = () => 1e14 + draw(1e9) * 1e5 + draw(1e5);

const ten = (lines: number) =>
  Array.from({ length: 10 }, () => ({
    key: aKey(),
    eventId: anId(),
    eventName: letters(CHINESE, 500),
    lines: Array.from({ length: lines }, () => ({ ticketTypeId: anId(), quantity: 1 + draw(10) })),
  }));

test("long names are shortened, then left out, so that the cookie fits", async () => {
  const buyer = { firstName: letters(LATIN, 60), lastName: letters(LATIN, 60), email: "ada@example.com", optIn: true };
  for (const [lines, kept] of [
    [1, 40],
    [8, 0],
  ] as const) {
    const long: Purchase = { ...purchase, reservations: ten(lines), buyer };
    const sealed = await sealPurchase(long);
    assert.ok(sealed.length <= PURCHASE_BYTES_MAX, `${sealed.length}`);
    const short = long.reservations.map((one) => ({ ...one, eventName: one.eventName.slice(0, kept) }));
    assert.deepEqual(await unsealPurchase(sealed), { ...long, reservations: short });
  }
});

const keyOf = ({ key }: { readonly key: string }) => key;

/** Returns the reservations without what is left out where the cookie has no room. */
const bare = ({ reservations }: Pick<Purchase, "reservations">) =>
  reservations.map((one) => ({ ...one, eventName: "", lines: [] }));

test("the longest selection and buyer fit: the lines are left out, and no reservation is", async () => {
  const largest: Purchase = { ...purchase, reservations: ten(50), buyer: longestBuyer() };
  const sealed = await sealPurchase(largest);
  assert.ok(sealed.length <= PURCHASE_BYTES_MAX, `${sealed.length}`);
  assert.deepEqual(await unsealPurchase(sealed), { ...largest, reservations: bare(largest) });
});

/** Returns the largest values of each field. */
const longestBuyer = () => ({
  firstName: letters(CHINESE, 100),
  lastName: letters(CHINESE, 100),
  email: `${letters(CHINESE, 242)}@example.com`,
  phone: letters(DIGITS, 40),
  postcode: letters(CHINESE, 16),
  optIn: true,
});
const largestCart = (reservations: number, paid: number): Purchase => ({
  checkoutId: newCheckoutId(),
  replaces: newCheckoutId(),
  issuedAt: Date.now(),
  cartId: "CART567890",
  reservations: Array.from({ length: reservations }, () => ({
    key: aKey(),
    eventId: anId(),
    eventName: letters(CHINESE, 500),
    lines: Array.from({ length: 50 }, () => ({ ticketTypeId: anId(), quantity: draw(100_000) })),
  })),
  ...(paid > 0 && { paidKeys: Array.from({ length: paid }, aKey) }),
  total: { minor: 9_000_000_000_000_000, currency: "KWD" },
  expiresAt: "2026-12-04T19:30:00.000+13:00",
  buyer: longestBuyer(),
  voucher: { code: letters(LATIN, 40), balance: { minor: 9_000_000_000_000_000, currency: "KWD" } },
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
    assert.deepEqual({ ...rest, reservations: bare(rest) }, { ...whole, reservations: bare(whole) });
    assert.deepEqual(paidKeys, (largest.paidKeys ?? []).slice(paid - paidKeys.length), "the newest of them stay");
    if (paid === 1_000) assert.ok(paidKeys.length >= 50, `${paidKeys.length} stay`);
  });
}

for (const [script, range, count] of [
  ["Chinese", CHINESE, 100],
  ["Arabic", ARABIC, 100],
  ["emoji, each of which counts as two characters", EMOJI, 50],
] as const)
  test(`five more text fields of 100 characters fit beside the largest cart and buyer, in ${script}`, async () => {
    const names = ["street", "town", "company", "reference", "remark"];
    const more = Object.fromEntries(names.map((name) => [name, letters(range, count)]));
    const buyer = { ...longestBuyer(), ...more };
    const sealed = await sealPurchase({ ...largestCart(RESERVATIONS_MAX, 0), buyer });
    assert.ok(sealed.length <= PURCHASE_BYTES_MAX, `${sealed.length}`);
    // A field that is not declared is read by nobody else.
    assert.deepEqual((await unseal("visit", sealed))?.buyer, buyer);
  });

/** Texts that repeat, as names do: compressed, all of them would fit. */
const repeated = (reservations: number, lines: number): Purchase["reservations"] =>
  Array.from({ length: reservations }, (_, at) => ({
    key: aKey(),
    eventId: 1_000 + at,
    eventName: "The Tempest ".repeat(40),
    lines: Array.from({ length: lines }, (_, type) => ({ ticketTypeId: 1_000_000 + type, quantity: 2 })),
  }));

for (const [what, reservations] of [
  ["a usual purchase", purchase.reservations],
  ["one with long names", repeated(10, 1)],
  ["one with many lines", repeated(10, 30)],
] as const)
  test(`${what} is sealed as by the version before, which compressed nothing: either opens the other's`, async () => {
    const [key] = keysFor("visit");
    const { payload } = await jwtDecrypt(await sealPurchase({ ...purchase, reservations }), key);
    assert.equal(payload.cartId, "CART567890");
    const before = await new EncryptJWT(payload).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(key);
    assert.deepEqual((await unsealPurchase(before))?.reservations.map(keyOf), reservations.map(keyOf));
  });

test("a sealed text that grows beyond every bound is not decompressed", async () => {
  for (const [length, opens] of [
    [60_000, true],
    [100_000, false],
  ] as const) {
    const sealed = await seal("visit", { cartId: "C".repeat(length) }, 60, true);
    assert.ok(sealed.length < PURCHASE_BYTES_MAX, `${sealed.length}`);
    assert.equal((await unseal("visit", sealed)) !== undefined, opens);
  }
});

test("throws for a larger cart, and drops no reservation", async () => {
  await assert.rejects(sealPurchase(largestCart(200, 0)), RangeError);
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
