import assert from "node:assert/strict";
import test from "node:test";
import { staticPagePolicy } from "#lib/security/static-page-policy.ts";
import { START_SCRIPTS, withLateScripts } from "./late-scripts.ts";

const PAGE = `<head><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b.js"/>\
<script src="/_next/static/chunks/a.js" async=""></script><script src="/_next/static/chunks/old.js" noModule=""></script></head>\
<body><script type="application/ld+json">{"name":"<\\/head>"}</script>\
<script src="/_next/static/chunks/b.js" id="_R_" async=""></script><script>self.__next_f.push([1,"<script src=\\"/_next/static/chunks/a.js\\" async=\\"\\">"])</script></body>`;

test("only scripts of the build start late", () => {
  const late = withLateScripts(PAGE) ?? "";
  assert.deepEqual(
    [...late.matchAll(/<script type="late" src="([^"]+)"/g)].map(([, src]) => src),
    ["/_next/static/chunks/a.js", "/_next/static/chunks/b.js"],
  );
  assert.doesNotMatch(late, /rel="preload"/);
  assert.ok(late.includes('<script src="/_next/static/chunks/old.js" noModule="">'));
  assert.ok(late.includes('push([1,"<script src=\\"/_next/static/chunks/a.js\\" async=\\"\\">"])'));
  assert.equal(late.split(START_SCRIPTS).length, 2);
});

test("the policy allows the script that starts the others", () => {
  const one = (script: string) => staticPagePolicy(`<script>${script}</script>`);
  assert.match(one(START_SCRIPTS), /script-src 'self' 'sha256-/);
  assert.doesNotMatch(one(`${START_SCRIPTS};`), /sha256-/);
});

test("a page without scripts of the build stays as it is", () => {
  assert.equal(withLateScripts("<head></head>"), undefined);
});
