import { SHIPPED } from "#test/race/rules-off.ts";
import { runCuts } from "./cut-run.ts";

// `npm run test:full -- cuts`: cuts connections at every byte of a payment, and those to the database at many.

const DATABASE_CUTS = 3_000;
const seed = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);
let passed = 0;
let failed = 0;
for (const link of ["processor", "service", "database"] as const) {
  const isSample = link === "database";
  const run = {
    service: SHIPPED,
    links: [link],
    cuts: DATABASE_CUTS,
    seed,
    isSample,
    note: (line: string) => console.log(line),
  };
  const { found, cuts, wanted, paid, counts } = await runCuts(run);
  console.log(`${link}: ${cuts} of ${wanted} connections cut, ${paid} purchases paid, ${found.length} violations`);
  for (const line of found) console.log(line);
  for (const [what, count] of [...counts].toSorted()) console.log(`  ${count} × ${what}`);
  const isPassed = found.length === 0 && cuts === wanted && paid > 0;
  passed += isPassed ? 1 : 0;
  failed += isPassed ? 0 : 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
