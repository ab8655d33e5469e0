import assert from "node:assert/strict";
import { test } from "node:test";
import { returnPath } from "./return-path.ts";

for (const path of ["/promoter", "/promoter/refunds", "/promoter/embed-kit/12?date=3&qty.4=2&ref=dj-kim"])
  test(`leads back to ${path}`, () => assert.equal(returnPath(path), path));

test("leads back to a page that a script had loaded", () =>
  assert.equal(returnPath("/promoter/embed-kit/12?date=3&_rsc=1a2b"), "/promoter/embed-kit/12?date=3"));

for (const asked of [
  undefined,
  "",
  "//evil.example",
  "https://evil.example/promoter",
  "/promoter/../cart",
  "/promoter\\evil",
  "/promoter//evil.example",
  "/promoterx",
  "/promoter/sign-in?again=1",
  "/promoter?x=\n",
  `/promoter?${"x".repeat(3_000)}`,
])
  test(`leads from ${JSON.stringify(asked)?.slice(0, 40)} to the first page`, () =>
    assert.equal(returnPath(asked), "/promoter"));
