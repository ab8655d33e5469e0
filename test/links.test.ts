import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

/** Returns the relative targets of links and pictures in a Markdown text, without fragments. */
function targetsIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

test("every relative link of a document leads to a file", () => {
  const listed = execFileSync("git", ["ls-files", "-z", "*.md"], { encoding: "utf8" });
  const documents = listed.split("\0").filter((file) => file !== "" && existsSync(file));
  assert.ok(documents.length > 70);
  const broken = documents.flatMap((file) =>
    targetsIn(readFileSync(file, "utf8"))
      .filter((target) => !existsSync(join(dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  );
  assert.deepEqual(broken, []);
});

test("finds the targets of links and pictures, and skips addresses and fragments", () => {
  const text = "[a](docs/a.md#part) ![b](b.png) [c](https://example.com) [d](#here)";
  assert.deepEqual(targetsIn(text), ["docs/a.md", "b.png"]);
});
