import assert from "node:assert/strict";
import { test } from "node:test";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";

const PROGRAM = `import { GET } from "#app/.well-known/foyer-environment/route.ts";
  const answer = GET();
  console.log(await answer.text(), answer.headers.get("cache-control"));`;

for (const [environment, setting, payments] of [
  ["uat", "fake", "fake"],
  ["uat", undefined, "unknown"],
  ["production", "fake", "live"],
] as const) {
  test(`P55: the handshake of ${environment} with FOYER_PAYMENTS ${setting ?? "not set"} answers ${payments}`, () => {
    const settings = { FOYER_ENVIRONMENT: environment, ...(setting && { FOYER_PAYMENTS: setting }) };
    const answered = inAnotherProcess(PROGRAM, settings);
    assert.equal(answered, `${JSON.stringify({ environment, payments })} no-store`);
  });
}
