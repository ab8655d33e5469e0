import assert from "node:assert/strict";
import { test } from "node:test";
import { inAnotherProcess } from "#test/tools/another-process.ts";

const HOOK = new URL("./around-requests.ts", import.meta.url).href;
const PROGRAM = `
  await import(${JSON.stringify(HOOK)});
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => response.end(String(request.headers["x-forwarded-for"])));
  server.listen(0, "127.0.0.1", async () => {
    const headers = { "X-Forwarded-For": "198.51.100.7" };
    console.log(await (await fetch("http://127.0.0.1:" + server.address().port, { headers })).text());
    server.close();
  });`;

for (const [hops, seen] of [
  ["direct", "127.0.0.1"],
  ["1", "198.51.100.7"],
] as const) {
  test(`with TRUSTED_HOPS=${hops} a sent address of 198.51.100.7 reads ${seen}`, () => {
    assert.equal(inAnotherProcess(PROGRAM, { TRUSTED_HOPS: hops }), seen);
  });
}
