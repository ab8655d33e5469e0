import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { staticPagePolicy } from "#cache/policy.ts";

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

test("structured data is not a script, and no page may be framed", () => {
  const policy = staticPagePolicy('<script type="application/ld+json">{"@type":"Event"}</script>');
  assert.ok(policy.startsWith("default-src 'self'; script-src 'self'; style-src 'self'; "), policy);
  assert.ok(policy.endsWith("frame-ancestors 'none'"), policy);
});
