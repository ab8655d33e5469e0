import assert from "node:assert/strict";
import test from "node:test";
import {
  acceptedText,
  cleanEmail,
  greetingName,
  hasWebAddress,
  nameWithoutLinks,
  visibleText,
  withPlainDigits,
} from "./typed-text.ts";

test("reads the decimal digits of every script", () => {
  for (const digits of ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "０１２３４５６７８９", "๐๑๒๓๔๕๖๗๘๙", "𝟬𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴𝟵"])
    assert.equal(withPlainDigits(digits), "0123456789", digits);
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
    "\u115f",
    "\u202e",
    "\u0301",
    "\u00ad",
    "\u2800",
  ];
  for (const text of blank) assert.equal(visibleText(text), "", JSON.stringify(text));
  for (const text of ["X", "e\u0301", "می\u200cخواهم", "👩‍👧", "-"]) assert.equal(visibleText(` ${text}\u00a0`), text);
});

test("reads an address as a mail program copies it, and does not guess which of two is meant", () => {
  for (const typed of [
    " ada@example.com\u00a0",
    "\u200bada@example.com\u2060",
    "mailto:ada@example.com?subject=Tickets",
    "<ada@example.com>",
    "Ada Lovelace <mailto:ada@example.com>",
    "ada @ example . com",
    "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
  ])
    assert.equal(cleanEmail(typed), "ada@example.com", typed);
  for (const typed of ["ada lovelace@example.com", "ada@example.com, bob@example.com"])
    assert.match(cleanEmail(typed), /\s/, typed);
  for (const typed of ["\u200b", "<>", "mailto:", " "]) assert.equal(cleanEmail(typed), "", typed);
});

test("finds a web address in a name, and accepts names with dots", () => {
  for (const name of ["WIN 500 EUR https://evil.example", "www.evil.example", "Ｗｗｗ．evil", "ht\u200btps:/\u200b/x"])
    assert.equal(hasWebAddress(name), true, name);
  for (const name of ["Mr.Li", "St.John", "J.R.R. Tolkien", "O’Neill", "evil.com"])
    assert.equal(hasWebAddress(name), false, name);
});

test("a name is written without anything that a mail program would make a link of", () => {
  const written = {
    "Mr.Li": "Mr Li",
    "St.John": "St John",
    "J.R.R. Tolkien": "J R R. Tolkien",
    "Sammy Davis Jr.": "Sammy Davis Jr.",
    "evil.com": "evil com",
    "evil\u200b.\u200bcom": "evil com",
    "evil\ufeff.com/win": "evil com/win",
    "evil。com": "evil com",
    "http://localhost/x": "http localhost/x",
    "jo@evil.com": "jo evil com",
    "1.2.3.4": "1 2 3 4",
    "O’Neill-Smith": "O’Neill-Smith",
  };
  for (const [name, safe] of Object.entries(written)) assert.equal(nameWithoutLinks(name), safe);
});

test("a letter greets with a name of any script, and with nothing that could tell its reader something", () => {
  const names = [
    "Ada",
    "Jean-Luc",
    "O’Neill",
    "O'Brien",
    "J. R. R.",
    "Nguyễn Văn",
    "María José",
    "李",
    "أحمد",
    "हिन्दी",
    "Zoë\u2010Ann",
    "A".repeat(40),
  ];
  for (const name of names) assert.equal(greetingName(name), name);
  const others = [
    "",
    "A".repeat(41),
    "Call 0800 123 456",
    "اتصل ٠٨٠٠",
    "You won!",
    "WIN €500",
    "evil com/win",
    "pay me: now",
    "Ada\nTotal",
    "🎁",
    "Ada & Bob",
  ];
  for (const name of others) assert.equal(greetingName(name), "", name);
});

test("a text loses what the service refuses, and nothing else that can be seen", () => {
  const refused = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;
  for (let unit = 0; unit <= 0xffff; unit += 1) {
    const text = acceptedText(`a${String.fromCharCode(unit)}b`, 3);
    assert.ok(text.isWellFormed() && !refused.test(text), unit.toString(16));
  }
  for (const text of ["Tāne’s show", "می\u200cخواهم", "\u200fقارب\u200e NZ$5", "👩🏽‍🚀", "a\u00a0b"])
    assert.equal(acceptedText(text, 200), text);
  assert.equal(acceptedText(" \u0007 a\u0000\u0001b \ud83d", 200), "a b");
  assert.equal(acceptedText(`${"x".repeat(199)}😀`, 200), "x".repeat(199));
});
