import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerOf, promoterToken } from "#lib/session/promoter-token.ts";
import { Credential } from "#lib/ticketing/credential.ts";

const promoter = {
  name: "Pat",
  email: "pat@example.com",
  account: { id: 1, name: "Old Mill" },
  mayScan: true,
  maySellAtBoxOffice: false,
};

test("a token gives back the promoter, and a credential that does not print", () => {
  const owner = ownerOf({ ...promoterToken(promoter, new Credential("pat", "word")), iat: 1, exp: 2, jti: "x" });
  assert.deepEqual(owner?.promoter, promoter);
  assert.deepEqual(owner?.credential.reveal(), { user: "pat", password: "word" });
  assert.equal(JSON.stringify(owner).includes("word"), false);
});

test("half a token is nobody's", () => {
  for (const token of [null, undefined, {}, { promoter }, { credential: { user: "pat", password: "word" } }]) {
    assert.equal(ownerOf(token), undefined);
  }
});
