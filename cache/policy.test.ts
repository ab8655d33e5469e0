import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { framersOf, staticPagePolicy } from "#cache/policy.ts";

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const DATA = 'self.__next_f.push([1,"a:{\\"b\\":1}"])';

test("a script of the framework's own shape may run, by its hash", () => {
  const policy = staticPagePolicy(`<script src="/_next/a.js"></script><script>${DATA}</script>`);
  assert.ok(policy.includes(`script-src 'self' ${hashOf(DATA)};`), policy);
  assert.doesNotMatch(policy, /unsafe/);
});

test("a script that somebody smuggled in gets no hash", () => {
  for (const smuggled of ["alert(1)", "self.__next_f.push([1]);alert(1)", "self.__next_f.push(alert(1))"]) {
    assert.ok(!staticPagePolicy(`<script>${smuggled}</script>`).includes("sha256"), smuggled);
  }
});

test("our own script may run as it stands in its file, and changed by one letter may not", async () => {
  const source = await readFile(new URL("../components/picker/keep-presses.tsx", import.meta.url), "utf8");
  const [, script = ""] = /`([^`]+)`;/.exec(source.slice(source.indexOf("const SCRIPT"))) ?? [];
  assert.ok(staticPagePolicy(`<script>${script}</script>`).includes(`script-src 'self' ${hashOf(script)};`));
  assert.ok(!staticPagePolicy(`<script>${script};</script>`).includes("sha256"));
});

test("structured data is not a script, and no page may be framed", () => {
  const policy = staticPagePolicy('<script type="application/ld+json">{"@type":"Event"}</script>');
  assert.ok(policy.startsWith("default-src 'self'; script-src 'self'; style-src 'self'; "), policy);
  assert.ok(policy.endsWith("frame-ancestors 'none'"), policy);
});

test("an embed may be framed by the registered origins, and no other page by anybody", () => {
  const origins = ["https://promoter.example", "http://127.0.0.1:*"];
  const embed = ["_N_T_/layout", "_N_T_/(frame)/[locale]/embed/layout", "_N_T_/en/embed/events/12", "event:12"];
  const policy = staticPagePolicy("", framersOf(embed, origins));
  assert.ok(policy.endsWith("frame-ancestors 'self' https://promoter.example http://127.0.0.1:*"), policy);
  assert.ok(staticPagePolicy("", framersOf(embed, [])).endsWith("frame-ancestors 'self'"));
  for (const tag of ["_N_T_/[locale]/layout", "_N_T_/en/embed/layout", "_N_T_/[locale]/events/[eventId]/page"])
    assert.ok(staticPagePolicy("", framersOf(["_N_T_/layout", tag], origins)).endsWith("frame-ancestors 'none'"), tag);
});
