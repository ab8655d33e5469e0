import assert from "node:assert/strict";
import test from "node:test";
import { hasWebAddress, visibleText, withPlainDigits } from "./typed-text.ts";

test("reads the decimal digits of every script", () => {
  const zeros = ["٠", "۰", "०", "０", "০", "๐", "𝟎", "𝟬", "𞥐"];
  for (const zero of zeros) {
    const first = zero.codePointAt(0) ?? 0;
    const digits = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(first + value)).join("");
    assert.equal(withPlainDigits(digits), "0123456789", zero);
  }
  for (let code = 0; code <= 0x1_ff_ff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(letter)) assert.match(withPlainDigits(letter), /^\d$/);
  }
  assert.equal(withPlainDigits("Ⅳ ½ ² abc-12"), "Ⅳ ½ ² abc-12");
});

test("a text that shows nothing is empty, and any other keeps its letters", () => {
  const blank = [
    "",
    " ",
    "\u200b",
    "\u200d\u2060",
    "\u3164",
    "\uffa0",
    "\u115f\u1160",
    "\u202e",
    "\u0301",
    "\u00ad",
    "\u2800",
    "\ufe0f",
    "\u{e0061}",
    "\ud800",
  ];
  for (const text of blank) assert.equal(visibleText(text), "", JSON.stringify(text));
  for (const text of ["X", "É", "e\u0301", "می\u200cخواهم", "👩‍👧", "-", "0"])
    assert.equal(visibleText(` ${text}\u00a0`), text);
});

test("finds a web address in a name, however it is written, and accepts names with dots", () => {
  const addresses = [
    "WIN 500 EUR https://evil.example",
    "HTTP://x",
    "www.evil.example",
    "WwW.x",
    "ｗｗｗ．evil",
    "http：／／x",
    "ht\u200btps:/\u200b/x",
    "www\u00ad.x",
    "www .x",
    "w\u2060ww。x",
  ];
  for (const name of addresses) assert.equal(hasWebAddress(name), true, name);
  for (const name of ["Mr.Li", "St.John", "J.R.R. Tolkien", "O’Neill", "Wwwood", "evil.com", "A:B", "A/B"])
    assert.equal(hasWebAddress(name), false, name);
});
