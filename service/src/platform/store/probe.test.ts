import assert from "node:assert/strict";
import { test } from "node:test";
import { openProbe } from "./probe.ts";

// A label of a name has 63 letters at most, so no name server is asked.
const NOWHERE = `${"a".repeat(64)}.example`;

for (const [address, cause] of [
  ["127.0.0.1:9", "connection refused"],
  [NOWHERE, "name not found"],
] as const)
  test(`says why the database is not reached, without its address: ${cause}`, async (t) => {
    const probe = openProbe(`postgres://shop:a-secret@${address}/foyer`);
    t.after(probe.close);
    assert.equal(await probe.whyNotReady(), `The database does not answer: ${cause}.`);
  });
