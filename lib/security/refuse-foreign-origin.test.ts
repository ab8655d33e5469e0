import assert from "node:assert/strict";
import { test } from "node:test";
import { formState, inRequest } from "#lib/current-request.ts";
import { refuseForeignOrigin } from "#lib/security/refuse-foreign-origin.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

applySettings({ FOYER_ORIGIN: "https://tickets.example" });

const sentFrom = (origin: string) =>
  new Request("https://tickets.example/reserve", { method: "POST", headers: { origin }, body: new URLSearchParams() });

const FORM = { id: "0123456789abcdef", form: "unread" } as const;

test("a form that is not refused has begun", () => {
  inRequest({ ...FORM }, () => {
    assert.equal(refuseForeignOrigin(sentFrom("https://tickets.example")), undefined);
    assert.equal(formState(), "begun");
  });
});

test("a form of another origin is refused with 403, and is not cached", () => {
  inRequest({ ...FORM }, () => {
    const answer = refuseForeignOrigin(sentFrom("https://evil.example"));
    assert.deepEqual([answer?.status, answer?.headers.get("cache-control")], [403, "no-store"]);
  });
});
