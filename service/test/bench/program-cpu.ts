import { readdirSync, readFileSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second. */
const TICK_MS = 10;

type Stat = { readonly parent: number; readonly ownMs: number; readonly endedChildrenMs: number };

/** Returns the CPU time of a process with all its threads, in ms. */
export function cpuMsOf(pid: number): number {
  return readStat(pid)?.ownMs ?? 0;
}

/** Returns the CPU time of a process, its children, and those of its children that have ended, in ms. */
export function cpuMsOfTree(pid: number): number {
  const root = readStat(pid);
  if (root === undefined) return 0;
  const stats = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  const children = stats.filter(({ parent }) => parent === pid);
  return children.reduce((sum, { ownMs }) => sum + ownMs, root.ownMs + root.endedChildrenMs);
}

/** Returns the id of the parent of a process of this machine, or `undefined`. */
export function parentOf(pid: number): number | undefined {
  return readStat(pid)?.parent;
}

function readStat(pid: number): Stat | undefined {
  try {
    // The name is in brackets and may contain spaces, so the fields after it are counted.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = (...places: readonly number[]) => places.reduce((sum, at) => sum + Number(fields[at]), 0) * TICK_MS;
    return { parent: Number(fields[1]), ownMs: ticks(11, 12), endedChildrenMs: ticks(13, 14) };
  } catch {
    return undefined;
  }
}
