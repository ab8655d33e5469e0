import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { test } from "node:test";
import { askForCookie } from "./ask-for-cookie.ts";

const ORIGIN = "https://tickets.example";
const NOW = Date.parse("2026-11-28T10:00:00Z");

const OWN = { origin: ORIGIN, "sec-fetch-site": "same-origin", "content-type": "multipart/form-data; boundary=x" };

type Sent = { readonly method?: string } & Readonly<Record<string, string | undefined>>;

/** Sends a form, and returns the answer and the address that its page sees. */
function send(url: string, { method = "POST", ...headers }: Sent = {}, now = NOW, at = ORIGIN) {
  const request = { method, url, headers: { ...OWN, ...headers } } as unknown as IncomingMessage;
  const answer = askForCookie(request, at, now);
  return { answer, url: request.url, location: answer?.headers?.Location ?? "" };
}

/** Returns the cookie of an answer, without its random id. */
function cookieIn(answer: ReturnType<typeof askForCookie>): string | undefined {
  return answer?.headers?.["Set-Cookie"]?.replace(/=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12};/, "=ID;");
}

const FORMS = [
  "/reserve",
  "/en/events/12",
  "/en/events/12/",
  "/ar/events/12/tickets?date=5&code=A+B",
  "/en/events/12/line?busy=1",
  "/en/waiting-list/x.y-z_1",
  "/en/promoter/sign-in?next=%2Fen%2Fpromoter",
];

for (const form of FORMS)
  test(`asks a browser without a cookie to send ${form} again with one, once`, () => {
    const { answer, location } = send(form, { cookie: "theme=dark" });
    assert.equal(answer?.status, 307);
    assert.equal(cookieIn(answer), "__Host-foyer-allowed=ID; Path=/; HttpOnly; SameSite=None; Secure");
    assert.equal(answer.words, undefined);
    const again = send(location, {}, NOW + 5_000);
    assert.deepEqual(again, { answer: undefined, url: form, location: "" });
    assert.deepEqual(send(location, { cookie: "__Host-foyer-allowed=1" }), again);
  });

test("on this machine the cookie has neither prefix nor `Secure`", () => {
  const { answer } = send("/reserve", { origin: "http://localhost:4000" }, NOW, "http://localhost:4000");
  assert.equal(cookieIn(answer), "foyer-allowed=ID; Path=/; HttpOnly");
});

test("two browsers are given two ids: what one has reserved is not found by the other", () => {
  const ids = [send("/reserve"), send("/reserve")].map(({ answer }) => answer?.headers?.["Set-Cookie"]);
  assert.notEqual(ids[0], ids[1]);
});

test("a form with a cookie that tells its browser from others goes on as ever, one with another cookie is sent again", () => {
  const answerTo = (name: string) => send("/en/events/12", { cookie: `a=b; __Host-${name}=sealed` }).answer;
  for (const name of ["foyer", "foyer-bought", "foyer-allowed"]) assert.equal(answerTo(name), undefined, name);
  for (const name of ["foyer-cart", "foyer-line-3", "foyer-promoter"]) assert.equal(answerTo(name)?.status, 307, name);
});

test("what is not from a form of our own pages is left to its action, which refuses it, with and without the mark", () => {
  const { location } = send("/reserve");
  for (const forged of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://tickets.example" },
    { origin: undefined },
    { "sec-fetch-site": "cross-site" },
    { "content-type": "application/json" },
  ])
    for (const url of ["/reserve", location])
      assert.deepEqual(send(url, forged), { answer: undefined, url, location: "" }, JSON.stringify(forged));
});

test("no page is asked for a cookie, and no form that needs none or comes with one", () => {
  for (const method of ["GET", "HEAD", "PUT"]) assert.equal(send("/en/events/12", { method }).answer, undefined);
  for (const url of [
    "/en/events/12/waiting-list",
    "/en/find-tickets",
    "/en/sales/x.y",
    "/en/cart",
    "/en/checkout/pay",
    "/en/events",
    "/api/messages",
    "/en/promoter",
    "//evil.example/reserve",
  ])
    assert.equal(send(url).answer, undefined, url);
});

test("a mark that was left in an address or invented is replaced by a new one, and the page never sees it", () => {
  const { location } = send("/en/events/12?date=5");
  const old = send(location, {}, NOW + 60_000);
  assert.equal(old.answer?.status, 307);
  assert.notEqual(old.location, location);
  assert.equal(old.location.match(/cookie-asked/g)?.length, 1);
  assert.equal(send(old.location, {}, NOW + 60_000).answer, undefined);
  for (const invented of ["", "1", "x", "zzzzzzzzzzz", "-1", "Infinity", "%00"]) {
    const url = `/en/events/12?cookie-asked=${invented}&date=5&cookie-asked=${invented}`;
    const { answer, location: next } = send(url);
    assert.equal(answer?.status, 307, invented);
    assert.equal(send(next).url, "/en/events/12?date=5");
    assert.equal(send(url, { cookie: "__Host-foyer=x" }).url, "/en/events/12?date=5");
  }
});
