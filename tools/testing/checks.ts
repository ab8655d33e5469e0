/** Files and parameters of the checks that `npm test` and `npm run check` share, from the root of the project. */
const NEXT = "node_modules/next/dist/bin/next";
const TYPESCRIPT = "node_modules/typescript/bin/tsc";
const BIOME = "node_modules/@biomejs/biome/bin/biome";

/** A program of the checkout with its parameters. */
export type Command = readonly [file: string, ...parameters: string[]];

export const ROUTES: Command = [NEXT, "typegen"];
export const TYPES: Command = [TYPESCRIPT, "--noEmit", "--incremental", "false"];
export const SERVICE_TYPES: Command = [...TYPES, "-p", "service"];
export const LINT: Command = [BIOME, "check", "--error-on-warnings", "."];
export const FORMAT: Command = [BIOME, "check", "--write", "."];

/** Makes random tests repeat the inputs of FOYER_SEED. */
export const SEEDED = "--import=./test/tools/random-seed.ts";
export const UNIT_TESTS: readonly string[] = [
  "{app,components,lib,e2e}/**/*.test.ts",
  "test/{,tools/,other-service/,conformance/}*.test.ts",
];
