import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { CALLS } from "#src/calls.ts";
import { describeCalls } from "#src/platform/http/openapi/document.ts";

const PAGE = join(import.meta.dirname, "../../../docs/interface.md");
const CALL = /`((?:GET|POST|PUT|DELETE) \/[^`\s]*)`/g;

/** Returns a line for each call that the page does not name, and for each that it names and the service does not have. */
function differences(page: string, calls: readonly string[]): readonly string[] {
  const named = [...page.matchAll(CALL)].map(([, call = ""]) => call);
  return [
    ...calls.filter((call) => !named.includes(call)).map((call) => `${call} is not on the page`),
    ...named.filter((call) => !calls.includes(call)).map((call) => `${call} is no call of the service`),
  ];
}

test("docs/interface.md names the calls of the service, and no others", () => {
  const calls = [...CALLS, describeCalls(CALLS).call].map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(differences(readFileSync(PAGE, "utf8"), calls), []);
});

test("reports a call that the page lacks, and one that the service lacks", () => {
  assert.deepEqual(differences("| `GET /cart` | `POST /order/{key}/admit` |", ["GET /cart", "POST /reservation"]), [
    "POST /reservation is not on the page",
    "POST /order/{key}/admit is no call of the service",
  ]);
});
