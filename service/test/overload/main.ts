import { SHIPPED } from "#test/race/service-copy.ts";
import { medianOf, NOTHING_REFUSED, runOverload, runWhileArriving } from "./overload-run.ts";
import { copyWithoutAdmission } from "./without-admission.ts";

// `npm run test:full -- --only overload`: a control, then two, five and ten times the capacity of the machine, for ten minutes.

const GOODPUT_LEAST = 0.8;
/** What a heap may grow by until its garbage is collected. */
const GROWN_MIB_MAX = 400;
const seed = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);
const common = { factors: [2, 5, 10], connections: 512, seed, note: (line: string) => console.log(line) };

const copy = copyWithoutAdmission();
const control = await runWhileArriving({ ...common, service: copy.folder, rounds: 1, seconds: 4 });
copy.remove();
const { whileArriving, found, grownMib } = await runOverload({ ...common, service: SHIPPED, rounds: 4, seconds: 30 });
for (const line of found) console.log(line);

const goodput = medianOf(whileArriving);
const shown = whileArriving.map((part) => part.toFixed(2)).join(", ");
const results = [
  ["the control: a service without admission control refuses nothing", control.includes(NOTHING_REFUSED)],
  ["payments, refusals and records are right", found.length === 0],
  [`goodput at ten times the capacity, as a part of the most: ${shown}`, goodput >= GOODPUT_LEAST],
  [`the service's memory has grown by ${grownMib.toFixed(0)} MiB`, grownMib <= GROWN_MIB_MAX],
] as const;
for (const [what, isPassed] of results) console.log(`${isPassed ? "passed" : "FAILED"}: ${what}`);
const failed = results.filter(([, isPassed]) => !isPassed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
