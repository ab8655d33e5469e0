import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { staticPagePolicy } from "#lib/security/static-page-policy.ts";
import { START_SCRIPTS, withLateScripts } from "./late-scripts.ts";

const home = await mkdtemp(join(tmpdir(), "foyer-late-scripts-"));
after(() => rm(home, { recursive: true }));
await mkdir(join(home, ".next", "static", "chunks"), { recursive: true });
process.chdir(home);
const file = (name: string, modules: string) =>
  writeFile(
    join(home, ".next", "static", "chunks", name),
    `(globalThis.TURBOPACK ||= []).push([document.currentScript,${modules}]);`,
  );
const ofLength = (calls: number) => `e=>{${"a();".repeat(calls)}}`;
await file("small.js", "11,12,(e)=>{},13,(e,t,r)=>{}");
await file("large.js", `21,(e)=>{},22,23,${ofLength(4_000)},24,(e)=>{}`);
await file("largest.js", `31,${ofLength(30_000)}`);
await file("broken.js", ")");

const PAGE = `<head><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b.js"/>\
<script src="/_next/static/chunks/a.js" async=""></script><script src="/_next/static/chunks/old.js" noModule=""></script></head>\
<body><script type="application/ld+json">{"name":"<\\/head>"}</script><script id="_R_">1</script>\
<script src="/_next/static/chunks/b.js" async=""></script><script>self.__next_f.push([1,"<script src=\\"/_next/static/chunks/a.js\\" async=\\"\\">"])</script></body>`;

test("scripts of the build are late, and nothing else", () => {
  const late = withLateScripts(PAGE);
  assert.deepEqual(
    [...late.matchAll(/<script type="late" src="([^"]+)" async="">/g)].map(([, src]) => src),
    ["/_next/static/chunks/a.js", "/_next/static/chunks/b.js"],
  );
  assert.doesNotMatch(late, /rel="preload"/);
  assert.ok(late.includes('<script src="/_next/static/chunks/old.js" noModule="">'));
  assert.ok(late.includes('push([1,"<script src=\\"/_next/static/chunks/a.js\\" async=\\"\\">"])'));
  assert.equal(late.split(START_SCRIPTS).length, 2);
});

const listOf = (files: readonly string[], modules: string) =>
  `(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":${JSON.stringify(files.map((name) => `static/chunks/${name}`))},"runtimeModuleIds":${modules}});`;

test("the largest module is evaluated first, and the others and the framework's own follow in tasks of their own", () => {
  const files = ["small.js", "large.js", "largest.js", "broken.js", "../gone.js"];
  const late = withLateScripts(`<head></head><script id="_R_">${listOf(files, "[7,8]")}</script>`);
  assert.ok(late.includes(`<script id="_R_">${listOf(files, "[31]")}</script>`), late);
  const [, entry = ""] = /<script data-entry="([^"]+)">/.exec(late) ?? [];
  assert.ok(listOf(files, "[23,7,8]").includes(entry.replaceAll("&quot;", '"')), entry);
  assert.deepEqual(JSON.parse(entry.replaceAll("&quot;", '"')).runtimeModuleIds, [23, 7, 8]);
});

test("without a large module, or apart from the head, the framework's list stays as it is", () => {
  const small = `<script id="_R_">${listOf(["small.js"], "[7]")}</script>`;
  assert.ok(withLateScripts(`<head></head>${small}`).endsWith(small));
  const large = `<script id="_R_">${listOf(["large.js"], "[7]")}</script>`;
  assert.equal(withLateScripts(large), large);
});

test("the policy of a page allows the script that starts them, and no other text of it", () => {
  const hash = `'sha256-${createHash("sha256").update(START_SCRIPTS).digest("base64")}'`;
  assert.ok(staticPagePolicy(withLateScripts(PAGE)).includes(hash));
  assert.ok(!staticPagePolicy(`<script>${START_SCRIPTS} </script>`).includes("sha256"));
});
