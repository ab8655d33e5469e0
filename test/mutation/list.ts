import { existsSync, readFileSync } from "node:fs";
import { misfits, needsBuild } from "./mutant.ts";
import { MUTANTS } from "./mutants.ts";

/** What `tools/mutation.ts` asks for: every mutant as JSON with `needsBuild`, or a line for each that no longer fits. */
const stale = MUTANTS.flatMap((mutant) =>
  misfits(mutant, (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined)),
);
if (stale.length > 0) {
  console.error(stale.join("\n"));
  process.exit(1);
}
console.log(JSON.stringify(MUTANTS.map((mutant) => ({ ...mutant, needsBuild: needsBuild(mutant) }))));
