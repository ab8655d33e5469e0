import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second. */
const TICK_MS = 10;
const LISTENING = "0A";

/** Returns the CPU time in ms of these processes and of all that they have started, with their threads. */
export function cpuMsOf(pids: readonly string[]): number {
  const processes = runningProcesses();
  const counted = new Set(pids);
  for (const { pid, parent } of processes.toSorted((one, other) => one.startedAt - other.startedAt))
    if (counted.has(parent)) counted.add(pid);
  return processes.reduce((sum, { pid, cpuMs }) => sum + (counted.has(pid) ? cpuMs : 0), 0);
}

type RunningProcess = {
  readonly pid: string;
  readonly parent: string;
  readonly startedAt: number;
  /** Its own CPU time, and that of children that have ended. */
  readonly cpuMs: number;
};

function runningProcesses(): readonly RunningProcess[] {
  return pidsNow().flatMap((pid) => {
    try {
      // The name is in brackets and may contain spaces, so the fields after it are counted.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [{ pid, parent: fields[1] ?? "", startedAt: Number(fields[19]), cpuMs: ticks * TICK_MS }];
    } catch {
      // It has ended since.
      return [];
    }
  });
}

/** Returns the processes that listen at these ports. */
export function listeningAt(...ports: readonly string[]): readonly string[] {
  const endings = ports.map((port) => `:${Number(port).toString(16).toUpperCase().padStart(4, "0")}`);
  const sockets = ["tcp", "tcp6"]
    .flatMap((table) => readFileSync(`/proc/net/${table}`, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && endings.some((ending) => local?.endsWith(ending)))
    .map((fields) => `socket:[${fields[9]}]`);
  const pids = pidsNow().filter((pid) => handlesOf(pid).some((handle) => sockets.includes(handle)));
  if (pids.length < ports.length) throw new Error(`Not every one of the ports ${ports.join(", ")} has a process.`);
  return pids;
}

function pidsNow(): readonly string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
}

/** Returns the open sockets of a process; none for another user's process or one that has ended. */
function handlesOf(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((handle) => readlinkSync(`/proc/${pid}/fd/${handle}`));
  } catch {
    return [];
  }
}
