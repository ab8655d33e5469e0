import assert from "node:assert/strict";
import { test } from "node:test";
import { enterFormCall, formCall } from "#lib/form-call.ts";
import { refuseForeignOrigin } from "#lib/security/refuse-foreign-origin.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

applySettings({ FOYER_ORIGIN: "https://tickets.example" });

const sentFrom = (origin: string) =>
  new Request("https://tickets.example/reserve", { method: "POST", headers: { origin }, body: new URLSearchParams() });

test("a form that is not refused has begun", () => {
  enterFormCall();
  assert.equal(refuseForeignOrigin(sentFrom("https://tickets.example")), undefined);
  assert.equal(formCall()?.state, "begun");
});

test("a form of another origin is refused with 403, and is not cached", () => {
  enterFormCall();
  const answer = refuseForeignOrigin(sentFrom("https://evil.example"));
  assert.deepEqual([answer?.status, answer?.headers.get("cache-control")], [403, "no-store"]);
  assert.equal(formCall()?.state, "refused");
});
