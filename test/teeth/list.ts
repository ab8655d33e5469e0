import { existsSync, readFileSync } from "node:fs";
import { misfits, needsBuild } from "./bug.ts";
import { BUGS } from "./bugs.ts";

/** What `tools/mutation.ts` asks for: every bug as JSON with `needsBuild`, or a line for each that no longer fits. */
const stale = BUGS.flatMap((bug) =>
  misfits(bug, (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined)),
);
if (stale.length > 0) {
  console.error(stale.join("\n"));
  process.exit(1);
}
console.log(JSON.stringify(BUGS.map((bug) => ({ ...bug, needsBuild: needsBuild(bug) }))));
