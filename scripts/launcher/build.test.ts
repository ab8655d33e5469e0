import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { BUILD_READS, type BuildInputs, buildStamp } from "./build.ts";

/** Files at the root that the storefront's build does not read. A new one belongs here or in BUILD_READS. */
const BUILD_IGNORES = [
  "deploy",
  "docs",
  "e2e",
  "service",
  "test",
  "scripts",
  ".ci",
  ".github",
  ".dockerignore",
  ".gitignore",
  "biome.json",
  "playwright.config.ts",
  "server.ts",
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
];

const BUILD = { node: "node", actionsKey: "key", looks: {} };

const folder = mkdtempSync(join(tmpdir(), "foyer-stamp-"));
after(() => rmSync(folder, { recursive: true, force: true }));
for (const file of ["app/[locale]/(shop)/page.tsx", "app/page.test.ts", "lib/env.ts", "package.json", "docs/qa.md"]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), file);
}

/** Returns the stamp of a copy with a file written. */
function stampWith(file: string, build: BuildInputs = BUILD): string {
  const copy = mkdtempSync(join(tmpdir(), "foyer-stamp-"));
  after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, file), "changed");
  return buildStamp(copy, build);
}

test("a change of what the build reads causes a build, of the sources, the runtime, the key and the look, and no other one", () => {
  const before = buildStamp(folder, BUILD);
  for (const file of ["notes.txt", "docs/new.md", "app/page.test.ts"]) assert.equal(stampWith(file), before);
  for (const file of ["app/[locale]/(shop)/page.tsx", "app/new.tsx", "lib/env.ts", "package.json", ".env"])
    assert.notEqual(stampWith(file), before, file);
  for (const change of [{ node: "other" }, { actionsKey: "other" }, { looks: { BRAND_NAME: "Odeon" } }])
    assert.notEqual(stampWith("notes.txt", { ...BUILD, ...change }), before);
});

test("BUILD_READS and BUILD_IGNORES list everything that git tracks at the root", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root }).toString().split("\0").filter(Boolean);
  const known = new Set([...BUILD_READS, ...BUILD_IGNORES]);
  const unknown = new Set(tracked.map((file) => file.split("/")[0] ?? "").filter((name) => !known.has(name)));
  assert.deepEqual([...unknown], []);
  assert.equal(buildStamp(fromRoot(), BUILD), buildStamp(fromRoot(), BUILD));
});
