import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { SETTINGS } from "#e2e/tools/storefront-settings.ts";

const optionsWith = (settings: Readonly<Record<string, string>>) => ({
  cwd: import.meta.dirname,
  env: { ...SETTINGS, ...settings },
  encoding: "utf8" as const,
});
const parametersOf = (program: string) => ["--conditions=react-server", "--input-type=module", "-e", program];

/** Runs a program in a new process, since settings are read once in each. Returns what it prints. */
export function inAnotherProcess(program: string, settings: Readonly<Record<string, string>>): string {
  const run = spawnSync(process.execPath, parametersOf(program), optionsWith(settings));
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.trim();
}

/** Runs a program in several new processes at the same time. Returns what each prints. Throws when one fails. */
export function inProcesses(
  count: number,
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const run = promisify(execFile);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { stdout } = await run(process.execPath, parametersOf(program), optionsWith(settings));
      return stdout.trim();
    }),
  );
}
