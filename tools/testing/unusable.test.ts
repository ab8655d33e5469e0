import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";

function e2e(own: Variables, ...parameters: readonly string[]) {
  const env = childEnvironment([], { E2E_BROWSER: process.execPath, ...own });
  return spawnSync(process.execPath, [fromRoot("tools", "e2e.ts"), ...parameters], { encoding: "utf8", env });
}

for (const [address, says] of [
  ["nonsense", /E2E_ADDRESS: is not an address/],
  ["http://localhost:9", /http:\/\/localhost:9 does not answer/],
] as const)
  test(`P55, P59: browser tests for ${address} exit with 2, for an unusable environment`, () => {
    const { status, stderr } = e2e({ E2E_ADDRESS: address });
    assert.equal(status, 2);
    assert.match(stderr, says);
  });

test("the doctor exits with 2 and names the wrong setting, or exits with 0, and starts nothing", () => {
  const unreachable = e2e({ E2E_ADDRESS: "http://localhost:9" }, "--doctor");
  assert.equal(unreachable.status, 2);
  assert.match(unreachable.stdout, /NO {2}Handshake {4}E2E_ADDRESS: http:\/\/localhost:9 does not answer/);
  const wrong = e2e({ E2E_ADDRESS: "http://localhost:9", E2E_EVENT: "-1" }, "--doctor");
  assert.equal(wrong.status, 2);
  assert.match(wrong.stdout + wrong.stderr, /E2E_EVENT: /);
  const own = e2e({}, "--doctor");
  assert.equal(own.status, 0, own.stdout);
  assert.match(own.stdout, /Target {7}a sandbox of its own; E2E_ADDRESS would name another/);
});
