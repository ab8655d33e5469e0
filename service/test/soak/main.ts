import { join } from "node:path";
import { parseArgs } from "node:util";
import { SHIPPED } from "#test/race/rules-off.ts";
import { runSoak } from "./soak-run.ts";

// `npm run test:full -- soak`: a control with a leak, then the soak. Prints each sample, and how many of the two passed.

const { values } = parseArgs({
  options: {
    hours: { type: "string", default: "24" },
    control: { type: "string", default: "150" },
    only: { type: "string" },
  },
});
const HOUR_SECONDS = 60 * 60;
const seed = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);
/** Each sample is ten days later for the records: messages that were given up are deleted after nine samples. */
const common = { service: SHIPPED, cycleSeconds: 8, agedDays: 10, seed, note: (line: string) => console.log(line) };
/** What the control lets leak. */
const LEAKS = ["service: heap", "service: open files", "worker: heap", "worker: open files"];
const results: (readonly [what: string, isPassed: boolean])[] = [];

if (values.only !== "soak") {
  const found = await runSoak({
    ...common,
    seconds: Number(values.control),
    preload: join(import.meta.dirname, "leak.ts"),
  });
  const isFound = LEAKS.every((leak) => found.some((line) => line.startsWith(leak)));
  results.push(["the control: memory and open files that leak are found", isFound]);
  for (const line of found) console.log(`control: ${line}`);
}
if (values.only !== "control") {
  const found = await runSoak({ ...common, seconds: Number(values.hours) * HOUR_SECONDS });
  for (const line of found) console.log(line);
  results.push([`nothing grows in ${values.hours} hours`, found.length === 0]);
}
for (const [what, isPassed] of results) console.log(`${isPassed ? "passed" : "FAILED"}: ${what}`);
const failed = results.filter(([, isPassed]) => !isPassed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
