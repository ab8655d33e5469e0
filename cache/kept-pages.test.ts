import assert from "node:assert/strict";
import test from "node:test";
import { KeptPages } from "./kept-pages.ts";

const page = (version: string, path?: string, length = 100) => ({
  version,
  bytes: Buffer.alloc(length),
  answer: path === undefined ? undefined : { path, entry: path, headers: { "Content-Length": length } },
});

test("pages and their headers are limited in bytes, and those used last stay", () => {
  const pages = new KeptPages(1_000);
  pages.keep(page("a", "/a", 400));
  pages.keep(page("b", "/b", 200));
  pages.at("/a");
  pages.keep(page("c", undefined, 300));
  assert.deepEqual([pages.get("a")?.version, pages.get("b"), pages.at("/b")], ["a", undefined, undefined]);
  pages.keep(page("d", `/${"d".repeat(350)}`, 0));
  assert.deepEqual([pages.get("c"), pages.at("/a"), pages.get("d")?.version], [undefined, undefined, "d"]);
  pages.keep(page("e", "/e", 2_000));
  assert.deepEqual([pages.get("d"), pages.get("e"), pages.at("/e")], [undefined, undefined, undefined]);
});

test("a path has one page, the last, and what is replaced is not counted", () => {
  const pages = new KeptPages(1_000);
  for (let version = 0; version < 100; version += 1) {
    pages.keep(page(`${version}`));
    pages.keep(page(`${version}`, "/a"));
  }
  pages.keep(page("other", "/b", 500));
  assert.deepEqual([pages.at("/a")?.version, pages.get("98"), pages.at("/b")?.version], ["99", undefined, "other"]);
  pages.keep(page("other", "/c", 500));
  assert.deepEqual([pages.at("/b"), pages.at("/c")?.version], [undefined, "other"]);
});
