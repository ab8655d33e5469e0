import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runEmbed, SHOP } from "#e2e/tools/run-embed.ts";

const PAID = {
  v: 1,
  order: "K7Q2-ÄÖ",
  event: 12,
  tickets: 2,
  sum: "95.00",
  currency: "NZD",
  clickIds: { gclid: "g>1?" },
};
const referenceOf = (paid: object) => `${Buffer.from(JSON.stringify(paid)).toString("base64url")}.c2lnbmVk`;

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
  assert.equal(addresses.at(-1), "https://longlight.example/");
});

test("says nothing to a page that opened it without a check, and needs no opener", () => {
  const { posted, send } = runEmbed({ isOpened: true });
  send({});
  assert.deepEqual(posted, []);
  assert.deepEqual(runEmbed({ address: "https://longlight.example/#foyer-check=n-1" }).posted, []);
});
