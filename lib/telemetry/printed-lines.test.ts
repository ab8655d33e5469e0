import assert from "node:assert/strict";
import { test } from "node:test";
import { patternOf } from "#lib/telemetry/access-log.ts";
import { textOf } from "#lib/telemetry/printed-lines.ts";

test("P13: prints of libraries are texts and errors without what they quote, and no objects", () => {
  assert.equal(
    textOf([" \u001b[31m⨯\u001b[0m", "Failed to proxy", { headers: { cookie: "c00kie" } }]),
    "Failed to proxy",
  );
  assert.equal(textOf([" ▲ Next.js 16 - ready"]), "Next.js 16 - ready");
  const error = new SyntaxError('Unexpected token, "4111111111111111" is not valid JSON');
  assert.match(textOf(["⨯", error]), /^SyntaxError: Unexpected token, "…" is not valid JSON\n\s+at /);
  assert.equal(textOf(["  "]), "");
});

for (const [address, pattern] of [
  ["/en/events/42?utm_source=ada", "/en/events/…"],
  [`/en/sales/${"aB3_".repeat(12)}/pdf`, "/en/sales/…/pdf"],
  ["/_next/static/chunks/0a1b.js", "/…/static/chunks/…"],
  ["/", "/"],
] as const)
  test(`P13: the address ${address.slice(0, 24)} is logged as ${pattern}`, () =>
    assert.equal(patternOf(address), pattern));
