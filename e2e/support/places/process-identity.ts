import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { RESERVATION_MS } from "./account.ts";

/** A process of a run. Its id alone is not enough: ids are reused, and `E2E_STATE` may be on a disk that machines share. */
export type ProcessIdentity = {
  readonly host: string;
  readonly pid: number;
  /** When it started: in clock ticks since the boot where the system tells, else the time of this record. */
  readonly started: string;
};

/**
 * How long a process that cannot be checked counts as alive after the last entry of its journal. It is twice the longest
 * reservation: nothing is reserved any more, and a test that waited for an expiry has written again.
 */
export const UNCHECKED_SILENCE_MS = 2 * RESERVATION_MS;

export const thisProcess = (): ProcessIdentity => ({
  host: hostname(),
  pid: process.pid,
  started: statOf(process.pid)?.started ?? new Date().toISOString(),
});

/**
 * Returns whether a process is alive. `lastEntry` is the time of the last entry of its journal, ISO 8601. It decides for a
 * process of another machine, and where the system tells no start of processes.
 */
export function isAlive({ host, pid, started }: ProcessIdentity, lastEntry: string): boolean {
  if (host === hostname()) {
    if (!exists(pid)) return false;
    const stat = statOf(pid);
    if (stat !== undefined) return stat.started === started && !stat.isZombie;
  }
  return Date.now() - Date.parse(lastEntry) < UNCHECKED_SILENCE_MS;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function statOf(pid: number): { readonly started: string; readonly isZombie: boolean } | undefined {
  try {
    // The name is in brackets and may contain brackets and spaces, so the fields after it are counted.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return { started: fields[19] ?? "", isZombie: fields[0] === "Z" };
  } catch {
    return undefined;
  }
}
