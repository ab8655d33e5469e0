import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { SETTINGS } from "#test/tools/storefront-settings.ts";

/** Runs a program in a new process, since settings are read once in each. Returns what it prints. */
export function inAnotherProcess(program: string, settings: Readonly<Record<string, string>>): string {
  const run = spawnSync(process.execPath, ["--conditions=react-server", "--input-type=module", "-e", program], {
    cwd: import.meta.dirname,
    env: { ...SETTINGS, ...settings },
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.trim();
}
