import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "#tools/lib/paths.ts";

/**
 * What the source of a file has when its tests change their process, observe it as a whole, or start others. The settings that
 * `applySettings` sets are read once for a process.
 */
const NEEDS_A_PROCESS =
  /\bprocess\.|\bmock\b|\bglobalThis\b|\bapplySettings\b|\bimport\(|node:(child_process|worker_threads|diagnostics_channel)|metrics|\btrace/i;
/** Tests that run for long. They start first, so that no core is idle at the end. */
const LONG = /\/conformance\/|\.model\.test\.ts$/;
/** Few enough that the last batches end together. */
const FILES_MAX = 12;

/**
 * Returns the test files of these patterns for one `node --test`, in the order in which they start: long ones first. Those that may share
 * a process are imported by files that are written into `folder`, each in a suite of its own. To start a process and load its modules costs
 * about a second of processor time, most of it for code that the next file uses as well.
 */
export function inBatches(patterns: readonly string[], folder: string, tree = root): readonly string[] {
  const files = globSync(patterns, { cwd: tree })
    .filter((file) => !file.includes("node_modules"))
    .toSorted();
  const long = files.filter((file) => LONG.test(file));
  const others = files.filter((file) => !LONG.test(file));
  const alone = others.filter((file) => NEEDS_A_PROCESS.test(readFileSync(join(tree, file), "utf8")));
  const shared = others.filter((file) => !alone.includes(file));
  const batches = Array.from({ length: Math.ceil(shared.length / FILES_MAX) }, (_, at) => {
    const batch = join(folder, `batch-${at + 1}.mjs`);
    const files = shared.slice(at * FILES_MAX, (at + 1) * FILES_MAX);
    writeFileSync(batch, batchOf(files.map((file) => [file, pathToFileURL(join(tree, file)).href])));
    return batch;
  });
  return [...long.map(asPattern), ...batches, ...alone.map(asPattern)];
}

/** `node --test` reads a path as a pattern, in which the brackets of a route such as `[locale]` are a set of letters. */
const asPattern = (file: string): string => file.replaceAll("[", "[[]");

/** One file after another, with its hooks. A process that ends before the last has failed, whatever its exit code was. */
function batchOf(suites: readonly (readonly [file: string, address: string])[]): string {
  return `import { suite } from "node:test";
let left = ${suites.length};
process.once("exit", () => {
  if (left > 0) process.exitCode = 1;
});
for (const [file, address] of ${JSON.stringify(suites)}) {
  await suite(file, () => import(address));
  left -= 1;
}
`;
}
