import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { seal } from "#lib/security/seal.ts";

applySettings();
const { paidReference } = await import("#lib/orders/paid-reference.ts");
const { GET } = await import("./route.ts");

const PAID = {
  v: 1,
  site: "longlight.example",
  order: "K7M2P9QX",
  event: 12,
  tickets: 2,
  sum: 95.5,
  currency: "NZD",
  clickIds: { gclid: "é😀1" },
  at: "2026-11-30T14:20:30.000Z",
} as const;

async function ask(reference: string): Promise<readonly [number, unknown]> {
  const answer = GET(new Request(`https://shop.example/api/paid?${new URLSearchParams({ reference })}`));
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.equal(answer.headers.get("set-cookie"), null);
  return [answer.status, await answer.json()];
}

test("a program reads what a reference says was paid, and finds no forged one", async () => {
  const reference = paidReference(PAID);
  assert.match(reference, /^[\w.-]+$/);
  assert.deepEqual(await ask(reference), [200, PAID]);
  const [text = "", signature = ""] = reference.split(".");
  assert.deepEqual(
    JSON.parse(Buffer.from(text, "base64url").toString("ascii")),
    PAID,
    "ASCII, which any page can read",
  );
  const more = Buffer.from(JSON.stringify({ ...PAID, sum: 9_000 })).toString("base64url");
  const forged = [
    "",
    text,
    `${text}.`,
    `${more}.${signature}`,
    `${text}.${signature}.`,
    `${text}.${signature.slice(1)}`,
    `.${signature}`,
    await seal("sale link", PAID),
    "x".repeat(10_000),
  ];
  for (const one of forged) assert.deepEqual(await ask(one), [404, {}], one.slice(0, 40));
});
