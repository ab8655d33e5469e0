import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second. */
const TICK_MS = 10;
const LISTENING = "0A";

/** Returns the CPU time in ms of the processes that listen at these ports, with all their threads. */
export function cpuMsAt(ports: readonly number[]): number {
  const sockets = new Set(ports.flatMap((port) => ["tcp", "tcp6"].flatMap((table) => listeningSockets(table, port))));
  const pids = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && handlesOf(name).some((one) => sockets.has(one)),
  );
  if (pids.length < ports.length) throw new Error(`Not every one of the ports ${ports.join(", ")} has a process.`);
  return pids.map(cpuMs).reduce((sum, ms) => sum + ms, 0);
}

function cpuMs(pid: string): number {
  // The name is in brackets and may contain spaces, so the fields after it are counted.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function listeningSockets(table: string, port: number): readonly string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readFileSync(`/proc/net/${table}`, "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(ending) && state === LISTENING)
    .map((fields) => `socket:[${fields[9]}]`);
}

/** Returns the open sockets of a process; none for another user's process or one that has ended. */
function handlesOf(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((handle) => readlinkSync(`/proc/${pid}/fd/${handle}`));
  } catch {
    return [];
  }
}
