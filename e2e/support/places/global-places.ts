import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment, isOwnSandbox } from "#e2e/support/target/env.ts";
import { accountOf } from "./account.ts";
import { releaseLeftovers } from "./clean.ts";
import { linesOf, reportOf } from "./report.ts";
import { releaseDeadTests, releaseWhileWaiting, removeRun, startRun } from "./runs.ts";

/** Where a run's report of places is, in the results folder. */
const REPORT_FILE = "places.json";

/**
 * Releases what an interrupted run has left, and starts the journal of this one. Returns the function that ends it: it
 * releases what is left, writes the report and prints it. In the suite's own sandbox there is nothing to do.
 */
export async function startPlaces(): Promise<() => Promise<void>> {
  const env = environment();
  if (isOwnSandbox(env)) return async () => {};
  for (const line of await releaseLeftovers(env.state, env.address)) console.error(line);
  const journal = startRun(env);
  const ending = new AbortController();
  // One process alone, so that none is counted twice.
  const releasing = releaseWhileWaiting(env, journal, ending.signal);

  return async () => {
    ending.abort();
    await releasing;
    await releaseDeadTests(env, journal);
    const report = reportOf(accountOf(journal.entries(), env.paidPlacesMax));
    mkdirSync(env.results, { recursive: true });
    writeFileSync(join(env.results, REPORT_FILE), `${JSON.stringify(report, undefined, 2)}\n`);
    for (const line of linesOf(report)) console.error(line);
    if (report.left === 0) removeRun(journal);
  };
}
