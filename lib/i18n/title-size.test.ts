import assert from "node:assert/strict";
import { test } from "node:test";
import { titleParts } from "#lib/i18n/title-size.ts";

test("divides a name after a colon or a dash that is followed by a space", () => {
  for (const [name, ...parts] of [
    ["東京夜想曲 — Tokyo Nocturne: The Trio", "東京夜想曲 —", "Tokyo Nocturne:", "The Trio"],
    ["Long Light: Half Past Anything", "Long Light:", "Half Past Anything"],
    ["Half-Past 7:30", "Half-Past 7:30"],
  ] as const)
    assert.deepEqual(titleParts(name), parts);
});
