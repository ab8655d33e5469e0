import assert from "node:assert/strict";
import { test } from "node:test";
import { inAnotherProcess } from "#test/tools/another-process.ts";

const HOOK = new URL("./around-requests.ts", import.meta.url).href;

/** Prints the header of one response of a server in a process with these settings. */
const PROGRAM = `
  await import(${JSON.stringify(HOOK)});
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => response.end());
  server.listen(0, "127.0.0.1", async () => {
    const { headers } = await fetch("http://127.0.0.1:" + server.address().port);
    console.log(headers.get("strict-transport-security"));
    server.close();
  });`;

test("P03: production alone sends Strict-Transport-Security, for a year", () => {
  const sent = ["production", "uat", "sandbox"].map((FOYER_ENVIRONMENT) =>
    inAnotherProcess(PROGRAM, { FOYER_ENVIRONMENT }),
  );
  assert.deepEqual(sent, ["max-age=31536000", "null", "null"]);
});
