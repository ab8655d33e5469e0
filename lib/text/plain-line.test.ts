import assert from "node:assert/strict";
import { test } from "node:test";
import { plainLine } from "./plain-line.ts";

test("a name keeps its script", () => {
  for (const name of ["Åse Ødegård", "東京の夜", "Ngā Tama", "Σειρήνες", "O'Brien-Sørensen"]) {
    assert.equal(plainLine(name), name);
  }
});

test("lines, tabs and separators become one space", () => {
  assert.equal(plainLine(" The\r\nNight\u2028Garden\t"), "The Night Garden");
});

test("removes characters that reorder the text", () => {
  assert.equal(plainLine("gnp.\u202Eexe \u200Bticket\u2066"), "gnp.exe ticket");
});
