import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const numbered = readdirSync("public").filter((file) => /^embed@\d+\.\d+\.\d+\.js$/.test(file));
const newest = readFileSync("public/embed.js");

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

test("the script is at most two kilobytes compressed", () => {
  assert.ok(gzipSync(newest).length <= 2_048, `${gzipSync(newest).length} bytes`);
});
