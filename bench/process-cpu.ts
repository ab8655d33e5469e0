import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux reports CPU time in hundredths of a second. */
const TICK_MS = 10;
const LISTENING = "0A";

/** Returns the CPU time of a process with all its threads, in ms. */
export function cpuMs(pid: number): number {
  // The name is in brackets and may contain spaces, so the fields after it are counted.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return (userTicks + systemTicks) * TICK_MS;
}

/** Returns the id of the process that listens at a port. It may be a child of the started program. */
export function pidListeningAt(port: number): number {
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => listeningSockets(table, port)));
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name) && handlesOf(name).some((handle) => sockets.has(handle))) return Number(name);
  }
  throw new Error(`No process listens at port ${port}.`);
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
