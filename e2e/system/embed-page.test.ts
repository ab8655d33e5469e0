import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runEmbed, SHOP } from "#e2e/tools/run-embed.ts";

const PAID = {
  v: 1,
  site: "longlight.example",
  order: "K7Q2-ÄÖ",
  event: 12,
  tickets: 2,
  sum: 95,
  currency: "NZD",
  clickIds: { gclid: "g>1?" },
  at: new Date().toISOString(),
};
/** Signed references are ASCII. */
const asciiOf = (paid: object) =>
  JSON.stringify(paid).replaceAll(/[^ -~]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
const referenceOf = (paid: object) => `${Buffer.from(asciiOf(paid)).toString("base64url")}.c2lnbmVk`;

function sentAddress(frame: Record<string, unknown> | undefined): URLSearchParams {
  return new URL(String(frame?.src)).searchParams;
}

test("the frame's address names the page's host, and passes on click ids and where to return", () => {
  const clicks = "gclid=g1&wbraid=w1&gbraid=b1&fbclid=f1&msclkid=m1&ttclid=t1&embed=forged.example&fclid=no";
  const { frame } = runEmbed({
    address: `https://longlight.example:8443/tonight?${clicks}`,
    attributes: { event: "12", affiliate: "dj-kim", return: "3:/thanks" },
  });
  assert.deepEqual(Object.fromEntries(sentAddress(frame)), {
    gclid: "g1",
    wbraid: "w1",
    gbraid: "b1",
    fbclid: "f1",
    msclkid: "m1",
    ttclid: "t1",
    return: "3:/thanks",
    ref: "dj-kim",
    embed: "longlight.example:8443",
  });
});

test("the frame's address has the campaign of its element alone, and no other parameters from there", () => {
  const { frame } = runEmbed({
    address: "https://longlight.example/tonight?utm_source=mail&utm_term=a&gclid=g1",
    attributes: { event: "12", campaign: "utm_source=blog&utm_campaign=autumn%20gala&event=9&embed=forged.example" },
  });
  assert.deepEqual(Object.fromEntries(sentAddress(frame)), {
    gclid: "g1",
    utm_source: "blog",
    utm_campaign: "autumn gala",
    embed: "longlight.example",
  });
});

test("a preview on the shop's own page names no host", () => {
  assert.equal(sentAddress(runEmbed({ address: `${SHOP}/en/promoter/share` }).frame).get("embed"), null);
});

test("foyer:paid has the signed reference and what it says, and a page that is read again sends none", () => {
  const reference = referenceOf(PAID);
  const address = `https://longlight.example//thanks?a=1#foyer=${reference}`;
  const first = runEmbed({ address });
  assert.deepEqual(
    first.events.map(({ type, detail }) => ({ type, detail: JSON.parse(JSON.stringify(detail)) })),
    [{ type: "foyer:paid", detail: { ...PAID, reference } }],
  );
  const [, without] = first.addresses;
  assert.equal(without, "https://longlight.example//thanks?a=1");
  assert.deepEqual(runEmbed({ address: without }).events, []);
});

/** Returns the orders that a page is told of which a buyer comes back to. */
const toldOf = (paid: object, storage?: Record<string, string>) =>
  runEmbed({ address: `https://longlight.example/#foyer=${referenceOf(paid)}`, storage }).events.map(
    ({ detail }) => Object(detail).order,
  );

test("foyer:paid is sent once for an order in a tab, and each time where the page may store nothing", () => {
  const storage = {};
  assert.deepEqual(toldOf(PAID, storage), [PAID.order]);
  assert.deepEqual(toldOf({ ...PAID, order: "B" }, storage), ["B"]);
  assert.deepEqual([...toldOf(PAID, storage), ...toldOf({ ...PAID, order: "B" }, storage)], []);
  assert.deepEqual(Object.keys(storage), [`foyer:paid:${PAID.order}`, "foyer:paid:B"]);
  assert.deepEqual(toldOf(PAID, {}), [PAID.order], "another tab");
  assert.deepEqual([...toldOf(PAID), ...toldOf(PAID)], [PAID.order, PAID.order]);
});

test("a reference of an order that was paid more than 24 hours ago, or at no time, is no sale", () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  assert.deepEqual(toldOf({ ...PAID, at: hoursAgo(23.9) }), [PAID.order]);
  for (const at of [hoursAgo(24.1), undefined, "soon"]) assert.deepEqual(toldOf({ ...PAID, at }), [], at);
});

test("a fragment that is no reference, or of a later version, is no sale, and the elements work", () => {
  for (const value of ["!", "e30", "x.y", referenceOf({ ...PAID, v: 2 }), ""]) {
    const { events, frame } = runEmbed({ address: `https://longlight.example/#foyer=${value}` });
    assert.deepEqual(events, [], value);
    assert.equal(sentAddress(frame).get("embed"), "longlight.example");
  }
});

test("answers the check of the shop's page that opened it, and says how each frame fares", () => {
  const { posted, send, addresses } = runEmbed({
    address: "https://longlight.example/#foyer-check=n-1",
    isOpened: true,
  });
  const [, version] = /^\/\/ Foyer ([\d.]+),/.exec(readFileSync("public/embed.js", "utf8")) ?? [];
  const answer = { foyer: "check", v: 1, nonce: "n-1", version, elements: 1 };
  assert.deepEqual(JSON.parse(JSON.stringify(posted[0])), { message: { ...answer, frames: [] }, target: SHOP });
  send({});
  const ready = { ...answer, frames: [{ event: 12, state: "ready" }] };
  assert.deepEqual(JSON.parse(JSON.stringify(posted.at(-1))), { message: ready, target: SHOP });
  send({ data: { v: 1, type: "error", detail: { code: "not_found" } } });
  const failed = { ...answer, frames: [{ event: 12, state: "error", code: "not_found" }] };
  assert.deepEqual(JSON.parse(JSON.stringify(posted.at(-1)?.message)), failed);
  const { length } = posted;
  send({}, 21_000);
  assert.equal(posted.length, length + 1, "a frame that is given up after twenty seconds is reported");
  send({}, 24_000);
  assert.equal(posted.length, length + 1);
  assert.equal(addresses.at(-1), "https://longlight.example/");
});

test("says nothing to a page that opened it without a check, and needs no opener", () => {
  const { posted, send } = runEmbed({ isOpened: true });
  send({});
  assert.deepEqual(posted, []);
  assert.deepEqual(runEmbed({ address: "https://longlight.example/#foyer-check=n-1" }).posted, []);
});
