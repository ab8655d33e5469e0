import assert from "node:assert/strict";
import test from "node:test";
import { inAnyCase } from "./any-case.ts";

const finds = (words: string, text: string) => new RegExp(inAnyCase(words), "u").test(text);

test("capitals and small letters of any script find each other", () => {
  for (const [words, text] of [
    ["ōtepoti", "Ōtepoti Nights"],
    ["MĀORI", "Te reo Māori"],
    ["straße", "STRASSE"],
    ["ΟΔΥΣΣΕΙΑ", "οδυσσεια"],
    ["чайка", "ЧАЙКА"],
    ["能", "能と狂言"],
  ] as const) {
    assert.ok(finds(words, text), words);
  }
  assert.ok(!finds("otepoti", "Ōtepoti"));
});

test("what means something in a pattern stands for itself", () => {
  for (const sign of ["\\", "^", "$", ".", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}", "***=", "(?i)"]) {
    assert.ok(finds(`a${sign}b`, `A${sign}B`), sign);
    assert.ok(!finds(`a${sign}b`, "ab"), sign);
  }
});
