import assert from "node:assert/strict";
import { test } from "node:test";
import { feedScopeOf } from "./feed-scope.ts";

test("a feed is about a group, a venue, or both", () => {
  assert.deepEqual(feedScopeOf("group-3"), { group: 3 });
  assert.deepEqual(feedScopeOf("venue-5"), { venue: 5 });
  assert.deepEqual(feedScopeOf("group-3-venue-5"), { group: 3, venue: 5 });
  for (const text of [
    "",
    "none",
    "-",
    "group-",
    "group-0",
    "venue-5-group-3",
    "-venue-5",
    "group-3venue-5",
    "group-3-",
  ])
    assert.equal(feedScopeOf(text), undefined, text);
});
