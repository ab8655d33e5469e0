import assert from "node:assert/strict";
import { test } from "node:test";
import { causeInWords } from "./cause.ts";

test("says the codes of operating system, TLS and client in words, and an unknown one as it is", () => {
  for (const [code, words] of [
    ["ECONNREFUSED", "connection refused"],
    ["ENOTFOUND", "name not found"],
    ["CERT_HAS_EXPIRED", "certificate expired"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "authority of the certificate not trusted"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "no TLS that both sides speak"],
    ["UND_ERR_SOCKET", "connection broken"],
    ["time-out", "no answer in time"],
    ["EWHATEVER", "EWHATEVER"],
  ] as const)
    assert.equal(causeInWords(code), words);
});
