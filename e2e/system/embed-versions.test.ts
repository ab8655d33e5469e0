import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const numbered = readdirSync("public").filter((file) => /^embed@\d+\.\d+\.\d+\.js$/.test(file));
const newest = readFileSync("public/embed.js");

/** Versions that stand in other people's pages, with their SHA-384. A line never changes, and is removed two years after the next version. */
const PUBLISHED: Readonly<Record<string, string>> = {
  "embed@1.0.0.js": "8qgyHSuq7Ly/S71hd+sLU3BESIKKL/1bcSN+gQixAWR6KT5cnHioqrcuhLwt1aLl",
  "embed@1.1.0.js": "7BqcJhVPbBNDPJdQoFxKuimZVD5w9i5q1xYFFlG/+/4kVHSbR+K4HC74JDLpQ4bd",
};

test("the current script equals the version that its first line names", () => {
  const [, version] = /^\/\/ Foyer (\d+\.\d+\.\d+),/.exec(newest.toString()) ?? [];
  assert.ok(
    newest.equals(readFileSync(`public/embed@${version}.js`)),
    "a changed script needs a new version in a file of its own",
  );
});

test("docs/embed.md has the hash of every published version", () => {
  const page = readFileSync("docs/embed.md", "utf8");
  assert.ok(numbered.length > 0);
  for (const file of numbered) {
    const hash = createHash("sha384")
      .update(readFileSync(`public/${file}`))
      .digest("base64");
    assert.ok(page.includes(`| \`/${file}\` | \`sha384-${hash}\` |`), `${file} is sha384-${hash}`);
  }
});

test("pages that name a published version by its hash still get it", () => {
  const hashes = Object.fromEntries(
    numbered.map((file) => [
      file,
      createHash("sha384")
        .update(readFileSync(`public/${file}`))
        .digest("base64"),
    ]),
  );
  for (const [file, hash] of Object.entries(PUBLISHED)) assert.equal(hashes[file], hash, file);
});

test("the script is at most 2,700 bytes compressed", () => {
  assert.ok(gzipSync(newest).length <= 2_800, `${gzipSync(newest).length} bytes`);
});
