import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const RESULTS = resolve(import.meta.dirname, "..", "..", "e2e-results");
/** A run's name is its start, so that names sort by time: 2026-11-29T05-10-22, in UTC. */
const RUN = /(?<=^|[/\\])\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?=$|[/\\])/;
const KEPT = 5;

/** Returns the name of a run that starts now. */
export function newRun(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(":", "-");
}

/**
 * Returns the folder of the reports of a run. One of several phases of a command has a folder in that of the command:
 * 2026-11-29T05-10-22/browser. The suite's own tests name a folder outside the checkout.
 */
export function runFolder(run: string): string {
  return resolve(RESULTS, run);
}

/** Deletes the reports of the runs beside the one of this folder, but for the last five. */
export function deleteOldRuns(folder: string): void {
  const [runs = ""] = folder.split(RUN);
  const names = readdirSync(runs).filter((name) => RUN.test(name));
  for (const name of names.toSorted().slice(0, -KEPT)) rmSync(join(runs, name), { recursive: true, force: true });
}
