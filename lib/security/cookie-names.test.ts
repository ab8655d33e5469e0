import assert from "node:assert/strict";
import { test } from "node:test";
import { type CookieName, cookieName, hasOwnCookie, isSecure } from "./cookie-names.ts";

const NAMES: readonly CookieName[] = [
  "foyer",
  "foyer-allowed",
  "foyer-bought",
  "foyer-callback",
  "foyer-cart",
  "foyer-challenge",
  "foyer-csrf",
  "foyer-device",
  "foyer-hand-off",
  "foyer-promoter",
  "foyer-undo",
  "foyer-line-12",
];

test("a browser stores the cookies of a shop with TLS for its host alone, and over TLS only", () => {
  for (const origin of ["https://tickets.example", "https://tickets.example:8443", "https://localhost:4000"]) {
    for (const name of NAMES) assert.equal(cookieName(name, origin), `__Host-${name}`, origin);
    assert.equal(isSecure(origin), true, origin);
  }
});

test("Safari stores no cookie with the prefix or `Secure` over http on its own machine, so there is neither", () => {
  for (const origin of ["http://localhost:4000", "http://localhost", "http://127.0.0.1:4000", "http://[::1]:4000"]) {
    for (const name of NAMES) assert.equal(cookieName(name, origin), name, origin);
    assert.equal(isSecure(origin), false, origin);
  }
});

test("nothing but http on this machine is without them", () => {
  for (const origin of [
    "http://tickets.example",
    "http://localhost.example",
    "http://127.0.0.1.example",
    "http:",
    "",
  ]) {
    assert.equal(cookieName("foyer", origin), "__Host-foyer", origin);
    assert.equal(isSecure(origin), true, origin);
  }
});

test("any cookie of the shop counts as its own, and none of another name", () => {
  const [shop, sandbox] = ["https://tickets.example", "http://localhost:4000"];
  for (const name of NAMES) {
    assert.equal(hasOwnCookie(`a=b; __Host-${name}=x`, shop), true, name);
    assert.equal(hasOwnCookie(`${name}=x; a=b`, sandbox), true, name);
  }
  for (const header of ["", "a=b", "__Host-foyers=1", "x__Host-foyer=1", "a=__Host-foyer=1", "foyer=1"])
    assert.equal(hasOwnCookie(header, shop), false, header);
  for (const header of ["", "__Host-foyer=1", "foyers=1", "a=foyer=1"])
    assert.equal(hasOwnCookie(header, sandbox), false, header);
});
