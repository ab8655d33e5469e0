import { rmSync } from "node:fs";
import { fromRoot } from "./lib/files.ts";
import { runCommand } from "./lib/signals.ts";
import { print, since } from "./lib/terminal.ts";
import {
  type Command,
  createPhases,
  FORMAT,
  LINT,
  nodeTests,
  ROUTES,
  runCommands,
  SERVICE_TYPES,
  TYPES,
  UNIT_TESTS,
  UNITS,
} from "./testing/phases.ts";

const ENV_EXAMPLE: Command = [
  "--conditions=react-server",
  "--test",
  "--test-update-snapshots",
  "lib/env-example.test.ts",
];

/**
 * `npm run check`: types, lint and unit tests, at the same time. Each prints a line when it ends, with all that it has found.
 * `--write` first formats, sorts imports, and writes `deploy/.env.example` from lib/env.ts.
 */
async function check(): Promise<number> {
  const begun = Date.now();
  // Generated types of deleted pages would be checked.
  rmSync(fromRoot(".next", "dev", "types"), { recursive: true, force: true });
  // Half of the start of a test file is the removal of types. What has not changed is read from here.
  const env = { ...process.env, NODE_COMPILE_CACHE: fromRoot(".next", "cache", "compiled") };
  const node = process.execPath;
  const { phase } = createPhases();
  const failed: string[] = [];
  const part = async (name: string, work: Parameters<typeof phase>[1]) => {
    if (!(await phase(name, work))) failed.push(name);
  };

  if (process.argv.includes("--write")) {
    await part("Format", () => runCommands(node, [FORMAT], env));
    await part(".env.example", () => runCommands(node, [ENV_EXAMPLE], env));
  }
  await Promise.all([
    part("Types", () => runCommands(node, [ROUTES, TYPES], env)),
    part("Types of the service", () => runCommands(node, [SERVICE_TYPES], env)),
    part("Lint", () => runCommands(node, [LINT], env)),
    part("Architecture and units", () => nodeTests(node, UNITS, env, UNIT_TESTS)),
  ]);
  print(`\n${failed.length === 0 ? "Everything is in order" : `FAILED: ${failed.join(", ")}`}, after ${since(begun)}.`);
  return failed.length === 0 ? 0 : 1;
}

await runCommand(check);
