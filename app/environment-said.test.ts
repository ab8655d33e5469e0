import assert from "node:assert/strict";
import { test } from "node:test";
import { inAnotherProcess } from "#test/tools/another-process.ts";

const PROGRAM = `import { GET } from "#app/.well-known/foyer-environment/route.ts";
  const answer = GET();
  console.log(await answer.text(), answer.headers.get("cache-control"));`;

for (const [environment, payments] of [
  ["sandbox", "fake"],
  ["uat", "fake"],
  ["production", "real"],
]) {
  test(`P55: ${environment} says of itself that its payments are ${payments}`, () => {
    const said = inAnotherProcess(PROGRAM, { FOYER_ENVIRONMENT: environment ?? "" });
    assert.equal(said, `${JSON.stringify({ environment, payments })} no-store`);
  });
}
