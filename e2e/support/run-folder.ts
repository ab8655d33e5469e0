import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Configuration } from "./target/env.ts";

const RESULTS = resolve(import.meta.dirname, "..", "..", "e2e-results");
/** A run's name is its start, so that names sort by time: 2026-11-29T05-10-22, in UTC. */
const RUN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;
const KEPT = 5;

/** Returns the name of a run that starts now. */
export function newRun(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(":", "-");
}

/** Returns the folder of the reports of this run. */
export function runFolder({ run }: Pick<Configuration, "run">): string {
  return join(RESULTS, run ?? "");
}

/** Deletes the reports of earlier runs beside this folder, but for the last five. */
export function deleteOldRuns(folder: string): void {
  const runs = resolve(folder, "..");
  if (!existsSync(runs)) return;
  const names = readdirSync(runs).filter((name) => RUN.test(name));
  for (const name of names.toSorted().slice(0, -KEPT)) rmSync(join(runs, name), { recursive: true, force: true });
}
