import assert from "node:assert/strict";
import { test } from "node:test";
import { mayCall, recordAccepted, recordRefused } from "#lib/ticketing/client/refused-credential.ts";

test("P36: a refused credential is tried once in ten seconds, and without limit after it was accepted", () => {
  assert.equal(mayCall(0), true);
  assert.equal(mayCall(1), true, "nothing was refused yet");
  recordRefused(1_000);
  assert.equal(mayCall(1_001), false);
  assert.equal(mayCall(10_999), false);
  assert.equal(mayCall(11_000), true, "the one that may ask again");
  assert.equal(mayCall(11_001), false, "only one, though it has not been answered");
  recordRefused(11_500);
  assert.equal(mayCall(21_000), false);
  assert.equal(mayCall(21_500), true);
  recordAccepted();
  assert.equal(mayCall(21_501), true);
  assert.equal(mayCall(21_502), true);
});
