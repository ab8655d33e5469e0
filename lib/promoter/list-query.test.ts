import assert from "node:assert/strict";
import { test } from "node:test";
import { listAddress, listQueryIn, readPage } from "./list-query.ts";

test("an address asks for words and a page within the limits of the service", () => {
  assert.deepEqual(listQueryIn({}), { q: "", page: 1 });
  assert.deepEqual(listQueryIn({ q: "  shed  ", page: "3" }), { q: "shed", page: 3 });
  assert.deepEqual(listQueryIn({ q: ["shed", "hall"], page: ["2", "9"] }), { q: "shed", page: 2 });
  const pageOf = (page: string) => listQueryIn({ page }).page;
  assert.deepEqual(["0", "-4", "x", "2.9"].map(pageOf), [1, 1, 1, 2]);
  assert.deepEqual(["2000000", "1e300", "Infinity"].map(pageOf), [1_000_000, 1_000_000, 1_000_000]);
});

test("words are sent without the characters that the service refuses", () => {
  const wordsOf = (q: string) => listQueryIn({ q }).q;
  assert.equal(wordsOf("shed\u0000\u0007six"), "shed six");
  assert.equal(wordsOf("\u202eshed\u2069 \u200fsix"), "shed six");
  assert.equal(wordsOf("می\u200cخواهم"), "می\u200cخواهم", "a joiner is part of a word");
  assert.equal(wordsOf("x".repeat(300)).length, 200);
  assert.equal(wordsOf(`${"x".repeat(199)}😀`), "x".repeat(199), "no half of a character");
});

test("an address leaves out what is empty", () => {
  assert.equal(listAddress("/en/promoter/venues", { q: "", sort: "" }), "/en/promoter/venues");
  assert.equal(listAddress("/en/promoter/venues", { q: "a b", page: 2 }), "/en/promoter/venues?q=a+b&page=2");
});

/** Reads a list of so many things, ten on a page. Returns the page with the numbers of the pages that were read. */
async function readOf(total: number | undefined, page: number) {
  const read: number[] = [];
  const found = await readPage(
    { q: "", page },
    async (part) => {
      read.push(part.page);
      return total === undefined ? undefined : { total };
    },
    10,
  );
  return { read, found };
}

test("a page past the last means the last", async () => {
  assert.deepEqual(await readOf(25, 2), { read: [2], found: { total: 25, page: 2, pages: 3 } });
  assert.deepEqual(await readOf(25, 9), { read: [9, 3], found: { total: 25, page: 3, pages: 3 } });
  assert.deepEqual(await readOf(0, 1), { read: [1], found: { total: 0, page: 1, pages: 1 } });
  assert.deepEqual(await readOf(undefined, 9), { read: [9], found: undefined });
});
