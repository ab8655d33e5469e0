import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText } from "./duration-text.ts";

test("a wait is rounded up to whole seconds below a minute, and to whole minutes above", () => {
  assert.deepEqual(
    [1, 30, 59, 60, 61, 899].map((seconds) => durationText(seconds, "en")),
    ["1 second", "30 seconds", "59 seconds", "1 minute", "2 minutes", "15 minutes"],
  );
  assert.equal(durationText(30, "de"), "30 Sekunden");
});
