import assert from "node:assert/strict";
import test from "node:test";
import { freshness, markTags } from "#lib/page-cache/tag-times.ts";

test("a page is fresh until one of its tags is marked after it was made", () => {
  assert.equal(freshness(["events", "event:1"], 1_000, 2_000), "fresh");
  markTags(["event:1"], { expire: 60 }, 3_000);
  assert.equal(freshness(["events", "event:1"], 1_000, 4_000), "stale");
  assert.equal(freshness(["events", "event:2"], 1_000, 4_000), "fresh");
  assert.equal(freshness(["event:1"], 3_001, 4_000), "fresh");
});

test("a stale page expires after its time", () => {
  markTags(["event:3"], { expire: 60 }, 3_000);
  assert.equal(freshness(["event:3"], 1_000, 62_999), "stale");
  assert.equal(freshness(["event:3"], 1_000, 63_000), "expired");
});

test("without durations a page expires at once", () => {
  markTags(["event:4"], undefined, 3_000);
  assert.equal(freshness(["event:4"], 2_999, 3_000), "expired");
});
