import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** Tests name pages that do not exist, and the lockfile names those of packages. */
const NAMES_OTHER_PAGES = /\.test\.ts$|^package-lock\.json$/;
const TEXT = /\.(tsx?|js|json|md|ya?ml|css|sql|svg|example)$/;

/** Returns the file names of the Markdown pages that a text mentions. */
function pagesNamedIn(text: string): readonly string[] {
  return [...text.matchAll(/[\w-]+\.md\b/g)].map(([page]) => page);
}

test("no file names a page that is not in the repository", () => {
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { encoding: "utf8" });
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(file));
  const pages = new Set(files.filter((file) => file.endsWith(".md")).map((file) => basename(file)));
  const reading = files.filter((file) => TEXT.test(file) && !NAMES_OTHER_PAGES.test(file));
  const missing = reading.flatMap((file) =>
    pagesNamedIn(readFileSync(file, "utf8"))
      .filter((page) => !pages.has(page))
      .map((page) => `${file}: ${page}`),
  );
  assert.ok(reading.length > 500, `${reading.length} files`);
  assert.deepEqual(missing, []);
});

test("finds the name of a page in a comment, in a path and in a sentence", () => {
  const text = "/** See ../shared/notes.md. */ `docs/qa.md` and README.md, not readme.mdx";
  assert.deepEqual(pagesNamedIn(text), ["notes.md", "qa.md", "README.md"]);
});
