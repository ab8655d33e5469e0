import { configuration, environmentOf } from "#e2e/support/target/env.ts";
import { refuseUnlessTestSystem } from "#e2e/support/target/handshake.ts";
import { accountOf } from "./account.ts";
import { linesOf, reportOf } from "./report.ts";
import { type Leftover, leftovers, releaseDeadTests, removeRun } from "./runs.ts";

/**
 * Releases what interrupted runs have left at a target, and returns the lines that say so. A run whose places are
 * accounted for is removed from the state folder; the others stay until their reservations have ended.
 */
export async function releaseLeftovers(state: string, target?: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { journal, account } of leftovers(state, target)) {
    const env = environmentOf(account.target);
    await releaseDeadTests(env, journal);
    const report = reportOf(accountOf(journal.entries(), env.paidPlacesMax));
    if (report.remaining.every(({ until }) => Date.parse(until) <= Date.now())) removeRun(journal);
    if (report.made > 0) lines.push(`An interrupted run at ${account.target}:`, ...linesOf(report));
  }
  return lines;
}

/** Refuses targets that are no test systems before anything is sent to them. */
async function clean(): Promise<number> {
  const { state, address } = configuration();
  const targets = new Set(leftovers(state, address).map(({ account }: Leftover) => account.target));
  if (targets.size === 0) console.log("No interrupted run has left places.");
  let exitCode = 0;
  for (const target of targets) {
    try {
      await refuseUnlessTestSystem(environmentOf(target));
      console.log((await releaseLeftovers(state, target)).join("\n"));
    } catch (error) {
      console.error(`Nothing was released at ${target}: ${error instanceof Error ? error.message : error}`);
      if (address === undefined)
        console.error(`Settings such as a login belong to one target: set E2E_ADDRESS=${target}`);
      exitCode = 2;
    }
  }
  return exitCode;
}

if (import.meta.main) {
  try {
    process.exit(await clean());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
