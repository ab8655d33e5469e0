import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fromRoot } from "#scripts/lib/files.ts";

const read = (...path: readonly string[]): string => readFileSync(fromRoot(...path), "utf8");

test("the image installs the packages of every workspace", () => {
  const copied = read("deploy", "Containerfile").matchAll(/^COPY (\S+)\/package\.json \1\/$/gm);
  const { workspaces } = JSON.parse(read("package.json")) as { readonly workspaces: readonly string[] };
  assert.deepEqual([...copied].map(([, folder]) => folder).toSorted(), workspaces);
});
