import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { explain, Fault } from "./lib/fault.ts";
import { fromRoot } from "./lib/paths.ts";
import { print } from "./lib/terminal.ts";
import { openRecords, sourcesName } from "./testing/full/record.ts";
import { runStages } from "./testing/full/run-stages.ts";
import { STAGES } from "./testing/full/stages.ts";

/** The size of a nightly run. */
const REPEATS = 100;
const KILLS = 300;
/** A release is soaked for 24. */
const HOURS = 0.25;
const SEEDS = 2 ** 31;

/** `npm run test:full`: every check at full size, in stages that a second run can resume. */
async function full(): Promise<number> {
  const { values } = parseArgs({
    options: {
      resume: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      only: { type: "string" },
      repeats: { type: "string" },
      kills: { type: "string" },
      hours: { type: "string" },
      seed: { type: "string" },
      specs: { type: "string" },
    },
  });
  if (values.list) {
    for (const { name, proves } of STAGES) print(`${name.padEnd(16)}${proves}`);
    return 0;
  }
  const names = values.only?.split(",") ?? STAGES.map(({ name }) => name);
  const unknown = names.find((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown !== undefined) throw new Fault(`There is no stage ${unknown}. --list names them.`);

  const records = openRecords(fromRoot(".foyer-full", sourcesName()));
  const before = values.resume ? records.sizes() : undefined;
  const sizes = {
    repeats: Number(values.repeats ?? before?.repeats ?? REPEATS),
    kills: Number(values.kills ?? before?.kills ?? KILLS),
    hours: Number(values.hours ?? before?.hours ?? HOURS),
    seed: Number(values.seed ?? (process.env.FOYER_SEED || before?.seed) ?? randomInt(SEEDS)),
    specs: values.specs?.split(",") ?? before?.specs ?? [],
  };
  const stages = STAGES.filter(({ name }) => names.includes(name));
  return runStages(stages, { node: process.execPath, records, sizes, resumes: values.resume });
}

try {
  process.exit(await full());
} catch (error) {
  const exitCode = explain(error);
  print("0 passed, 1 failed");
  process.exit(exitCode);
}
