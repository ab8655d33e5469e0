import assert from "node:assert/strict";
import { test } from "node:test";
import { consequencesOf, faultsOf } from "#lib/env.ts";
import { inAnotherProcess } from "#test/tools/another-process.ts";
import { SETTINGS } from "#test/tools/storefront-settings.ts";

/** As Next does when it starts, and when it builds. */
const START = `const start = "${new URL("../instrumentation.ts", import.meta.url)}"; await (await import(start)).register();`;

test("complete settings have no fault", () => {
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
  ["TICKETING_PASSWORD", undefined],
  ["COOKIE_KEYS", ""],
  ["COOKIE_KEYS", "too-short"],
  ["NEXTAUTH_SECRET", "short"],
  // Longer than the time after which "not charged" is said.
  ["TICKETING_PAY_MS", "60000"],
];

for (const [name, value] of WRONG) {
  test(`${name}=${value ?? "(absent)"} is named`, () => {
    assert.match(faultsOf({ ...SETTINGS, [name]: value }) ?? "", new RegExp(name));
  });
}

test("a public variable that holds a secret stops the boot, and the secret is not printed", () => {
  const faults = faultsOf({ ...SETTINGS, NEXT_PUBLIC_HELLO: `x${SETTINGS.TICKETING_PASSWORD}` });
  assert.equal(faults, "✖ NEXT_PUBLIC_HELLO would publish a secret");
  assert.equal(faultsOf({ ...SETTINGS, NEXT_PUBLIC_HELLO: "good day" }), undefined);
});

test("start-up says that nobody's network is limited where no proxy is trusted, and says nothing where one is", () => {
  const start = (settings: Readonly<Record<string, string>>) =>
    inAnotherProcess(START, { NEXT_RUNTIME: "nodejs", ...settings });
  const said = start({ TRUSTED_HOPS: "0", FOYER_ENVIRONMENT: "production" }).split("\n");
  assert.equal(said.length, 1);
  const { level, event } = JSON.parse(said[0] ?? "");
  assert.deepEqual([level, event], ["warn", consequencesOf({ TRUSTED_HOPS: 0 })[0]]);
  assert.match(event, /limits per network are off/);
  assert.equal(JSON.parse(start({ TRUSTED_HOPS: "0", FOYER_ENVIRONMENT: "sandbox" })).level, "info");
  assert.equal(start({ TRUSTED_HOPS: "1", FOYER_ENVIRONMENT: "production" }), "");
  assert.equal(start({ TRUSTED_HOPS: "0", NEXT_PHASE: "phase-production-build" }), "");
});
