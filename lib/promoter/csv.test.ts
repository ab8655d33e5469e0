import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "./csv.ts";

const lineOf = (...cells: readonly (string | number)[]) => csvOf([cells]).slice(1, -2);

test("writes texts and numbers, and quotes what would end a cell", () => {
  assert.equal(
    csvOf([
      ["Source", "Sold"],
      ["Street team", 148],
    ]),
    "\uFEFFSource,Sold\r\nStreet team,148\r\n",
  );
  assert.equal(lineOf("a,b", 'say "hi"', "two\nlines", "1;2", "", "é"), '"a,b","say ""hi""","two\nlines","1;2",,é');
});

test("a text of a visitor is no formula of a spreadsheet", () => {
  for (const formula of ["=1+1", "+1", "-1+1", "-A1", "@SUM(1)", " =1", "\t=1", "\r=1", "\u00a0=1", "＝1"])
    assert.match(lineOf(formula), /^"?'/, JSON.stringify(formula));
  assert.equal(lineOf('=HYPERLINK("https://evil.example","x")'), `"'=HYPERLINK(""https://evil.example"",""x"")"`);
  assert.equal(
    lineOf(-5, "-5.00", "street-team", "a=b"),
    "-5,-5.00,street-team,a=b",
    "the control: numbers, and signs within a text",
  );
});
