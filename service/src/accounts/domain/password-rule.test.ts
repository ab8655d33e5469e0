import assert from "node:assert/strict";
import test from "node:test";
import { isFitPassword } from "./password-rule.ts";

const passwords: readonly (readonly [password: string, username: string, expected: boolean])[] = [
  ["correct horse battery", "ada", true],
  ["eleven char", "box", false],
  ["twelve chars", "box", true],
  ["abababababab", "box", false],
  ["パスワードは十二文字以上", "box", true],
  ["my name is Ada!", "ada@foyer.example", false],
  ["my name is ADA LOVELACE", "ada.lovelace@foyer.example", true],
  ["ADA.LOVELACE was here", "ada.lovelace@foyer.example", false],
  ["about two things", "bo", true],
];
for (const [password, username, expected] of passwords) {
  test(`${expected ? "accepts" : "refuses"} the password ${password} for ${username}`, () => {
    assert.equal(isFitPassword(password, username), expected);
  });
}
