import assert from "node:assert/strict";
import { test } from "node:test";
import { CAUSES, causeOf } from "./cause.ts";

const coded = (code: string, more: object = {}) => Object.assign(new Error("a fault"), { code, ...more });

test("names the cause by the innermost code, however a client wraps it", () => {
  for (const [fault, cause] of [
    [coded("ECONNREFUSED"), "connection refused"],
    [new TypeError("fetch failed", { cause: coded("CERT_HAS_EXPIRED") }), "certificate expired"],
    [new AggregateError([coded("ENETUNREACH"), coded("ECONNREFUSED")]), "no way to the machine"],
    [coded("ESOCKET", { originalCode: "ERR_TLS_CERT_ALTNAME_INVALID" }), "certificate of another name"],
    [coded("EDNS", { originalCode: "EAI_AGAIN" }), "the name server does not answer"],
    [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "no TLS that both sides speak"],
    [new DOMException("late", "TimeoutError"), "no answer in time"],
    [new Error("aborted", { cause: new DOMException("late", "TimeoutError") }), "no answer in time"],
  ] as const)
    assert.equal(causeOf(fault), cause);
});

test("a fault without a known code has none of the causes", () => {
  for (const fault of [new Error("a secret"), coded("toString"), "ECONNREFUSED", undefined])
    assert.equal(causeOf(fault), "other");
  assert.ok(CAUSES.includes("other"));
});
