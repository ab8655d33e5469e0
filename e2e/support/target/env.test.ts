import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { environment } from "./env.ts";

/** Runs Playwright without any setting of the suite. Returns its output and exit code. */
function playwrightWithoutSettings(...parameters: readonly string[]) {
  const cli = join("node_modules", "@playwright", "test", "cli.js");
  return spawnSync(process.execPath, [cli, "test", "--reporter=line", ...parameters], {
    encoding: "utf8",
    maxBuffer: 64_000_000,
    env: { NODE_ENV: "test" },
  });
}

test("`playwright test --list` works without any setting", () => {
  const { status, stdout, stderr } = playwrightWithoutSettings("--list");
  assert.equal(status, 0, stderr);
  assert.match(stdout, /\[desktop\] › cart\/cart\.spec\.ts/);
  assert.match(stdout, /\[phone\] › cart\/cart\.spec\.ts/);
});

test("fails a test without an address, with the setting's name and the remedy", () => {
  const { status, stdout, stderr } = playwrightWithoutSettings("e2e/cart/cart.spec.ts", "--project=desktop");
  assert.equal(status, 1);
  assert.match(stdout + stderr, /E2E_ADDRESS is not set.*npm run e2e.*E2E_ADDRESS=http:\/\/localhost:4000/);
});

test("refuses an environment without an address or with a wrong setting, by the setting's name", () => {
  assert.throws(() => environment({}), /^Error: E2E_ADDRESS is not set/);
  for (const [name, value, remedy] of [
    ["E2E_WORKERS", "none", "is a number from 1 to 16"],
    ["E2E_WORKERS", "17", "is a number from 1 to 16"],
    ["E2E_ADDRESS", "uat.example", "is not an address, such as https://uat.tickets.example"],
    ["E2E_LANGUAGE", "it", "is one of en, es, fr, de, ar"],
    ["E2E_LEAVE_OUT", "promotor", "is a list, such as purchase,promoter, of catalogue, purchase"],
  ] as const)
    assert.throws(() => environment({ [name]: value }), new RegExp(`\n${name}: ${remedy}`));
});

test("refuses a variable that is no setting, and suggests the setting that it resembles", () => {
  assert.throws(
    () => environment({ E2E_ADRESS: "x" }),
    /\nE2E_ADRESS: there is no such setting; did you mean E2E_ADDRESS\?/,
  );
  assert.throws(
    () => environment({ E2E_COLOUR_OF_ALL: "x" }),
    /\nE2E_COLOUR_OF_ALL: there is no such setting; unset it/,
  );
  assert.doesNotThrow(() => environment({ E2E_ADDRESS: "https://uat.example", OTHER: "x" }));
});
