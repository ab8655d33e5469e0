import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { framersOf, hasNonce, staticPagePolicy } from "./static-page-policy.ts";

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const DATA = 'self.__next_f.push([1,"a:{\\"b\\":1}"])';

test("allows a script of the framework by its hash", () => {
  const policy = staticPagePolicy(`<script src="/_next/a.js"></script><script>${DATA}</script>`);
  assert.ok(policy.includes(`script-src 'self' ${hashOf(DATA)};`), policy);
  assert.doesNotMatch(policy, /unsafe/);
});

const CHUNKS =
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/a.js"]});';
const CLOCK = "requestAnimationFrame(function(){$RT=performance.now()});";
const REVEAL = '$RC("B:0","S:1f")';

/** Returns React's script that precedes its first reveal, from the installed release. */
async function revealRuntime(): Promise<string> {
  const file = "../../node_modules/next/dist/compiled/next-server/app-page-turbo.runtime.prod.js";
  const source = await readFile(new URL(file, import.meta.url), "utf8");
  const start = source.indexOf("$RB=[];$RV=function");
  return source.slice(start, source.indexOf("'", start)).replaceAll("\\n", "\n");
}

test("allows the framework's other scripts by their whole text", async () => {
  const runtime = await revealRuntime();
  for (const script of [CHUNKS, CLOCK, REVEAL, runtime + REVEAL])
    assert.ok(staticPagePolicy(`<script>${script}</script>`).includes(`script-src 'self' ${hashOf(script)};`), script);
});

test("P24: refuses a script that only begins or ends like one of the framework's", async () => {
  const runtime = await revealRuntime();
  const injected = ["alert(1)", "self.__next_f.push([1]);alert(1)", "self.__next_f.push(alert(1))"];
  for (const script of [CHUNKS, CLOCK, REVEAL, runtime + REVEAL])
    injected.push(`${script}alert(1)`, `alert(1);${script}`);
  injected.push(CHUNKS.replace('"static/chunks/a.js"', "alert(1)"), `${runtime}alert(1);${REVEAL}`, "");
  for (const script of injected) {
    assert.ok(!staticPagePolicy(`<script>${script}</script>`).includes("sha256"), script);
  }
});

test("recognises a page with a nonce", () => {
  assert.ok(hasNonce('<script src="/a.js" nonce="x"></script>'));
  assert.ok(hasNonce('<link rel="stylesheet" nonce="x">'));
  assert.ok(!hasNonce("<p>nonce=&quot;x&quot;</p><script>self.a='nonce=\\\"'</script>"));
});

test("allows our own script, and not with one letter changed", async () => {
  const source = await readFile(new URL("../../components/calendar/elsewhere.tsx", import.meta.url), "utf8");
  const [, script = ""] = /`([^`]+)`;/.exec(source.slice(source.indexOf("const SCRIPT"))) ?? [];
  assert.ok(staticPagePolicy(`<script>${script}</script>`).includes(`script-src 'self' ${hashOf(script)};`));
  assert.ok(!staticPagePolicy(`<script>${script};</script>`).includes("sha256"));
});

test("structured data is not a script, and no page may be framed", () => {
  const policy = staticPagePolicy('<script type="application/ld+json">{"@type":"Event"}</script>');
  assert.ok(policy.startsWith("default-src 'self'; script-src 'self'; style-src 'self'; "), policy);
  assert.ok(policy.endsWith("frame-ancestors 'none'"), policy);
});

test("P22: an embed may be framed by the registered origins, and other pages by no origin", () => {
  const origins = ["https://promoter.example", "http://127.0.0.1:*"];
  const embed = ["_N_T_/layout", "_N_T_/(frame)/[locale]/embed/layout", "_N_T_/en/embed/events/12", "event:12"];
  const policy = staticPagePolicy("", framersOf(embed, origins));
  assert.ok(policy.endsWith("frame-ancestors 'self' https://promoter.example http://127.0.0.1:*"), policy);
  assert.ok(staticPagePolicy("", framersOf(embed, [])).endsWith("frame-ancestors 'self'"));
  for (const tag of [
    "_N_T_/[locale]/(shop)/layout",
    "_N_T_/en/embed/layout",
    "_N_T_/[locale]/(shop)/events/[eventId]/page",
  ])
    assert.ok(staticPagePolicy("", framersOf(["_N_T_/layout", tag], origins)).endsWith("frame-ancestors 'none'"), tag);
});
