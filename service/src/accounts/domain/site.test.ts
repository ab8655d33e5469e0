import assert from "node:assert/strict";
import test from "node:test";
import { normalizedPath } from "./site.ts";

const PATHS: readonly (readonly [text: string, path: string | undefined])[] = [
  ["/", "/"],
  ["/tickets", "/tickets"],
  ["/tickets/2027/", "/tickets/2027/"],
  ["/über-uns", "/%C3%BCber-uns"],
  ["/a%20b", "/a%20b"],
  ["/.well-known", "/.well-known"],
  ["/...", "/..."],
  ["/~a/b_c-d!$&'()*+,=:@", "/~a/b_c-d!$&'()*+,=:@"],
  ["", undefined],
  ["tickets", undefined],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["/a//b", undefined],
  ["/a/../b", undefined],
  ["/a/.%2E", undefined],
  ["/./a", undefined],
  ["/a?b", undefined],
  ["/a#b", undefined],
  ["/a\tb", undefined],
  ["javascript:alert(1)", undefined],
  // `lib/orders/return-address.test.ts` has these too.
  ["/thanks;lang=de", undefined],
  ["/danke%3Bx", undefined],
  ["/thanks/..;/x", undefined],
  ["/a%2Fb", undefined],
  ["/a%5cb", undefined],
  ["/a%2eb", undefined],
  ["/100%25", undefined],
  ["/a%0d", undefined],
  ["/a%7F", undefined],
  ["/a[1]", undefined],
  ["/a|b", undefined],
];

for (const [text, path] of PATHS)
  test(`${JSON.stringify(text)} ${path === undefined ? "is no path" : `is the path ${path}`}`, () =>
    assert.equal(normalizedPath(text), path));

test("a long text that is no path is refused at once", () => {
  const started = performance.now();
  assert.equal(normalizedPath(`${"/a".repeat(100)}${"/.".repeat(100)}?`), undefined);
  assert.ok(performance.now() - started < 100);
});
