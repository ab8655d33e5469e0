import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf } from "#lib/env.ts";
import { SETTINGS } from "#test/tools/storefront-settings.ts";

test("accepts complete settings", () => {
  assert.equal(faultsOf(SETTINGS), undefined);
  assert.equal(faultsOf({ ...SETTINGS, COOKIE_KEYS: `${SETTINGS.COOKIE_KEYS}, ${SETTINGS.COOKIE_KEYS}` }), undefined);
});

const WRONG: readonly (readonly [name: string, value: string | undefined])[] = [
  ["TICKETING_URL", "http://localhost:4001/v2"],
  ["TICKETING_URL", "https://shop:word@localhost:4001/v2"],
  ["TICKETING_URL", "https://localhost:4001/v2?key=1"],
  ["FOYER_ORIGIN", "http://localhost:4000/shop"],
  ["FOYER_DATA", "data"],
  ["FOYER_ENVIRONMENT", "staging"],
  ["TICKETING_ACCOUNT", "0"],
  ["TRUSTED_HOPS", "0"],
  ["TRUSTED_HOPS", "many"],
  ["TICKETING_USER", undefined],
  ["TICKETING_PASSWORD", undefined],
  ["COOKIE_KEYS", ""],
  ["COOKIE_KEYS", "too-short"],
  ["LINK_KEYS", undefined],
  ["LINK_KEYS", "too-short"],
  ["NEXTAUTH_SECRET", "short"],
  // Longer than the time after which "not charged" is shown.
  ["TICKETING_PAY_MS", "60000"],
];

for (const [name, value] of WRONG) {
  test(`refuses ${name}=${value ?? "(absent)"} by name`, () => {
    assert.match(faultsOf({ ...SETTINGS, [name]: value }) ?? "", new RegExp(name));
  });
}

test("P55: production refuses to say that its payments are fake", () => {
  const payments = (environment: string) =>
    faultsOf({ ...SETTINGS, FOYER_ENVIRONMENT: environment, FOYER_PAYMENTS: "fake" });
  assert.match(payments("production") ?? "", /FOYER_PAYMENTS/);
  assert.equal(payments("uat"), undefined);
});

test("a public variable with a secret stops the start, and the secret is not printed", () => {
  const faults = faultsOf({ ...SETTINGS, NEXT_PUBLIC_HELLO: `x${SETTINGS.TICKETING_PASSWORD}` });
  assert.equal(faults, "✖ NEXT_PUBLIC_HELLO would publish a secret: remove it");
  assert.equal(faultsOf({ ...SETTINGS, NEXT_PUBLIC_HELLO: "good day" }), undefined);
});
