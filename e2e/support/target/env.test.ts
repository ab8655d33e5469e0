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
  assert.throws(() => environment({ E2E_WORKERS: "none" }), /E2E_WORKERS/);
});
