import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { inAnotherProcess } from "#test/tools/another-process.ts";

function sealed(keys: string): string {
  const program = `import { sealSaleLink } from "#lib/session/sale-link.ts";
    console.log(await sealSaleLink(["ABCDEFGH12"]));`;
  return inAnotherProcess(program, { COOKIE_KEYS: keys });
}

function opened(keys: string, link: string): string {
  const program = `import { openSaleLink } from "#lib/session/sale-link.ts";
    console.log(String(await openSaleLink("${link}")));`;
  return inAnotherProcess(program, { COOKIE_KEYS: keys });
}

test("a link sealed with the last key opens after a new key came in front, and not once its key is gone", () => {
  const [first, second] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  const link = sealed(first);
  assert.equal(opened(`${second},${first}`, link), "ABCDEFGH12");
  assert.equal(opened(second, link), "undefined");
});
