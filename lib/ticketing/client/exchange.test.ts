import assert from "node:assert/strict";
import { test } from "node:test";
import { hasNotLeft } from "#lib/ticketing/client/exchange.ts";

function failed(...codes: string[]): Error {
  const causes = codes.map((code) => Object.assign(new Error(code), { code }));
  const [cause] = causes;
  return new TypeError("fetch failed", { cause: causes.length > 1 ? new AggregateError(causes) : cause });
}

for (const code of ["ECONNREFUSED", "ENOTFOUND", "UND_ERR_CONNECT_TIMEOUT", "DEPTH_ZERO_SELF_SIGNED_CERT"]) {
  test(`${code}: nothing has left`, () => assert.equal(hasNotLeft(failed(code)), true));
}

for (const code of ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_HEADERS_TIMEOUT", "EPROTO", "ETIMEDOUT"]) {
  test(`${code}: it may have left`, () => assert.equal(hasNotLeft(failed(code)), false));
}

test("of several addresses each must have failed before anything left", () => {
  assert.equal(hasNotLeft(failed("ECONNREFUSED", "ECONNREFUSED")), true);
  assert.equal(hasNotLeft(failed("ECONNREFUSED", "ECONNRESET")), false);
});

test("a time-out, and whatever is no error, may have left", () => {
  assert.equal(hasNotLeft(new DOMException("late", "TimeoutError")), false);
  assert.equal(hasNotLeft("ECONNREFUSED"), false);
});
