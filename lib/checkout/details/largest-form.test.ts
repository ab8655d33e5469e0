import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inputName, ofGuest } from "#lib/checkout/details/answers.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";

const MIB = 1024 * 1024;
/** The lengths of each guest's answers, in letters. The form uses a script with three bytes a letter. */
const ANSWERS = { name: 200, email: 254, diet: 2_000 };

/** Returns the bytes of a form with an answer to every question of each guest, as a browser sends it. */
async function largestForm(): Promise<number> {
  const form = new FormData();
  for (let nth = 0; nth < VISITOR_PLACES_MAX; nth += 1)
    for (const [name, length] of Object.entries(ANSWERS))
      form.set(inputName(ofGuest(123_456, nth), { name }), "席".repeat(length));
  return (await new Response(form).arrayBuffer()).byteLength;
}

/** Returns the group of a pattern in a file, as a number. */
function numberIn(file: string, pattern: RegExp): number {
  const [, found] = pattern.exec(readFileSync(file, "utf8")) ?? [];
  return Number(found);
}

test("the largest form of the shop has about half of the bytes that the edges accept", async () => {
  const bytes = await largestForm();
  assert.ok(bytes > 0.3 * MIB && bytes < 0.6 * MIB, `${bytes} bytes`);
});

test("storefront, service and both edges have the same limit for a request body", () => {
  const framework = "node_modules/next/dist/server/app-render/action-handler.js";
  assert.match(readFileSync(framework, "utf8"), /: 1024 \* 1024 \/\/ 1 MB/);
  assert.match(readFileSync("service/src/app.ts", "utf8"), /BODY_MAX_BYTES = 1024 \* 1024;/);
  assert.equal(numberIn("deploy/nginx/foyer.conf", /client_max_body_size (\d+)m;/), 1);
  assert.equal(numberIn("deploy/caddy/Caddyfile", /max_size (\d+)MiB/), 1);
  assert.equal(numberIn("deploy/caddy/Caddyfile", /Content-Length}\) > (\d+)/), MIB);
});
