import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { BUILD_READS, type BuildInputs, buildStamp } from "./build-stamp.ts";

/** Files at the root that the storefront's build does not read. A new one belongs here or in BUILD_READS. */
const BUILD_IGNORES = [
  ...["deploy", "docs", "e2e", "service", "test", "tools", ".ci", ".github", ".dockerignore", ".gitignore"],
  ...["biome.json", "playwright.config.ts", "server.ts", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"],
];

const BUILD = { node: "node", actionsKey: "key", looks: {} };

const folder = mkdtempSync(join(tmpdir(), "foyer-stamp-"));
after(() => rmSync(folder, { recursive: true, force: true }));
for (const file of ["app/page.tsx", "app/page.test.ts", "lib/env.ts", "package.json", "docs/qa.md"]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), file);
}

/** Returns the stamp of a copy with these files written. */
function stampWith(files: Readonly<Record<string, string>>, build: BuildInputs = BUILD): string {
  const copy = mkdtempSync(join(tmpdir(), "foyer-stamp-"));
  after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text);
  return buildStamp(copy, build);
}

const before = stampWith({});

for (const file of ["notes.txt", "scratch.ts", "docs/qa.md", "docs/new.md", "app/page.test.ts", ".DS_Store"]) {
  test(`a change of ${file} causes no build`, () => assert.equal(stampWith({ [file]: "changed" }), before));
}

for (const file of ["app/page.tsx", "app/new.tsx", "lib/env.ts", "package.json", ".env"]) {
  test(`a change of ${file} causes a build`, () => assert.notEqual(stampWith({ [file]: "changed" }), before));
}

test("another runtime, key or look causes a build", () => {
  for (const change of [{ node: "other" }, { actionsKey: "other" }, { looks: { BRAND_NAME: "Odeon" } }])
    assert.notEqual(stampWith({}, { ...BUILD, ...change }), before);
});

test("BUILD_READS and BUILD_IGNORES list everything that git tracks at the root", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root }).toString().split("\0").filter(Boolean);
  const known = new Set([...BUILD_READS, ...BUILD_IGNORES]);
  const unknown = new Set(tracked.map((file) => file.split("/")[0] ?? "").filter((name) => !known.has(name)));
  assert.deepEqual([...unknown], []);
  assert.equal(buildStamp(fromRoot(), BUILD), buildStamp(fromRoot(), BUILD));
});
