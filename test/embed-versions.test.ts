import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const numbered = readdirSync("public").filter((file) => /^embed@\d+\.\d+\.\d+\.js$/.test(file));
const newest = readFileSync("public/embed.js");

test("the newest script is the one that its first line names, to the byte", () => {
  const [, version] = /^\/\/ Foyer (\d+\.\d+\.\d+),/.exec(newest.toString()) ?? [];
  assert.ok(
    newest.equals(readFileSync(`public/embed@${version}.js`)),
    "a change is a new version, in a file of its own",
  );
});

test("a published version never changes: the page for promoters names its hash", () => {
  const page = readFileSync("docs/embed.md", "utf8");
  assert.ok(numbered.length > 0);
  for (const file of numbered) {
    const hash = createHash("sha384")
      .update(readFileSync(`public/${file}`))
      .digest("base64");
    assert.ok(page.includes(`| \`/${file}\` | \`sha384-${hash}\` |`), `${file} is sha384-${hash}`);
  }
});

test("it costs a promoter's page no more than two kilobytes", () => {
  assert.ok(gzipSync(newest).length <= 2_048, `${gzipSync(newest).length} bytes`);
});
