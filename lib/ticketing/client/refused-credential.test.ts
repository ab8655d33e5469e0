import assert from "node:assert/strict";
import { test } from "node:test";
import { mayAsk, noteAccepted, noteRefused } from "#lib/ticketing/client/refused-credential.ts";

test("P36: a refused credential is tried once in ten seconds, and at will after it was accepted", () => {
  assert.equal(mayAsk(0), true);
  assert.equal(mayAsk(1), true, "nothing was refused yet");
  noteRefused(1_000);
  assert.equal(mayAsk(1_001), false);
  assert.equal(mayAsk(10_999), false);
  assert.equal(mayAsk(11_000), true, "the one that may ask again");
  assert.equal(mayAsk(11_001), false, "only one, though it has not been answered");
  noteRefused(11_500);
  assert.equal(mayAsk(21_000), false);
  assert.equal(mayAsk(21_500), true);
  noteAccepted();
  assert.equal(mayAsk(21_501), true);
  assert.equal(mayAsk(21_502), true);
});
