import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyOfTree } from "#test/tools/copy-of-tree.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { lastLines, run } from "#tools/lib/run.ts";

const DETAILS = join("app", "[locale]", "checkout");

/**
 * Builds the next release of the shop in a folder of its own, with the same key of server actions: the file of the action
 * of the details form has moved, and every other action is where it was. Returns the folder, which the caller removes.
 */
export async function buildNextRelease(actionsKey: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-release-"));
  // The user of the storefront passes through it.
  chmodSync(folder, 0o755);
  const release = copyOfTree(join(folder, "2"));
  renameSync(join(release, DETAILS, "actions.ts"), join(release, DETAILS, "details-action.ts"));
  const page = join(release, DETAILS, "page.tsx");
  const text = readFileSync(page, "utf8");
  const moved = text.replace('"./actions.ts"', '"./details-action.ts"');
  assert.notEqual(moved, text, "the page of the details imports its action");
  writeFileSync(page, moved);
  const env = childEnvironment([], { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey });
  const { code, output } = await run(process.execPath, [join(release, "tools", "build.ts")], { cwd: release, env });
  assert.equal(code, 0, lastLines(output));
  return release;
}

/** Returns the ids of a build's server actions by their names. */
export function actionIds(folder: string): ReadonlyMap<string, string> {
  const manifest = join(folder, ".next", "server", "server-reference-manifest.json");
  // The framework defines this shape.
  const { node } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly node: Readonly<Record<string, { readonly exportedName: string }>>;
  };
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [exportedName, id]));
}
