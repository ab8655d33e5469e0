import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { isShopsUser } from "./shops-user.ts";

applySettings();

const USERS = [
  ["shop", ["PUBLIC"], true],
  ["shop", ["PUBLIC", "MANAGE"], true],
  ["another shop", ["PUBLIC", "BOX_OFFICE"], true],
  ["the first manager", ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE"], false],
  ["seller", ["ORDERS"], false],
  ["nobody", [], false],
] as const;

for (const [username, capabilities, expected] of USERS)
  test(`${username} with [${capabilities}] is ${expected ? "" : "not "}a user with which a shop sells`, () => {
    assert.equal(isShopsUser({ username, capabilities }), expected);
  });
