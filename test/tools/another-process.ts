import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { SETTINGS } from "#test/tools/storefront-settings.ts";

/** What a program of the storefront prints in a process of its own: settings are read once in each. */
export function inAnotherProcess(program: string, settings: Readonly<Record<string, string>>): string {
  const run = spawnSync(process.execPath, ["--conditions=react-server", "--input-type=module", "-e", program], {
    cwd: import.meta.dirname,
    env: { ...SETTINGS, ...settings },
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.trim();
}
