import { existsSync, readFileSync } from "node:fs";
import { misfits, needsBuild } from "./mutant.ts";
import { MUTANTS } from "./mutants.ts";

/** Prints every mutant as JSON with `needsBuild`, for `tools/mutation.ts`; or fails with a line for each stale mutant. */
const stale = MUTANTS.flatMap((mutant) =>
  misfits(mutant, (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined)),
);
if (stale.length > 0) {
  console.error(stale.join("\n"));
  process.exit(1);
}
console.log(JSON.stringify(MUTANTS.map((mutant) => ({ ...mutant, needsBuild: needsBuild(mutant) }))));
