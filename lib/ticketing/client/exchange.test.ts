import assert from "node:assert/strict";
import { test } from "node:test";
import { wasNotSent } from "#lib/ticketing/client/exchange.ts";

function failed(...codes: string[]): Error {
  const causes = codes.map((code) => Object.assign(new Error(code), { code }));
  const [cause] = causes;
  return new TypeError("fetch failed", { cause: causes.length > 1 ? new AggregateError(causes) : cause });
}

for (const code of ["ECONNREFUSED", "ENOTFOUND", "UND_ERR_CONNECT_TIMEOUT", "DEPTH_ZERO_SELF_SIGNED_CERT"]) {
  test(`${code}: the request was not sent`, () => assert.equal(wasNotSent(failed(code)), true));
}

for (const code of ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_HEADERS_TIMEOUT", "EPROTO", "ETIMEDOUT"]) {
  test(`${code}: the request may have been sent`, () => assert.equal(wasNotSent(failed(code)), false));
}

test("with several addresses, each must have failed before the request was sent", () => {
  assert.equal(wasNotSent(failed("ECONNREFUSED", "ECONNREFUSED")), true);
  assert.equal(wasNotSent(failed("ECONNREFUSED", "ECONNRESET")), false);
});

test("after a timeout, and for a value that is not an error, the request may have been sent", () => {
  assert.equal(wasNotSent(new DOMException("late", "TimeoutError")), false);
  assert.equal(wasNotSent("ECONNREFUSED"), false);
});
