import assert from "node:assert/strict";
import { test } from "node:test";
import type { Program } from "#tools/lib/processes.ts";
import { productionProgram } from "#tools/production/programs.ts";
import { startStorefront } from "./storefront.ts";

async function parametersOf(reloads: boolean): Promise<readonly string[]> {
  const started: Program[] = [];
  const start = async (program: Program) => {
    started.push(program);
    return "";
  };
  await startStorefront({ start }, { env: { NODE_ENV: "production" }, actionsKey: "", port: 4000, reloads });
  return started[0]?.parameters ?? [];
}

/** Returns the modules that Node loads before the program. */
const loadedFirst = (parameters: readonly string[]) =>
  parameters.filter((_, at) => parameters[at - 1] === "--import" && at < parameters.findIndex(isFramework));
const isFramework = (parameter: string) => parameter.endsWith("/next/dist/bin/next");

test("the built storefront keeps requests that arrive before its rules, in a sandbox as in production", async () => {
  const inProduction = loadedFirst(productionProgram("storefront", { NODE_ENV: "production" }).parameters);
  assert.match(inProduction.join(), /\/early-requests\.ts$/);
  assert.deepEqual(loadedFirst(await parametersOf(false)), inProduction);
});

test("the development server, a child of the program, is started without it", async () => {
  assert.deepEqual(loadedFirst(await parametersOf(true)), []);
});
