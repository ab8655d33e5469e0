import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux counts a process's time in hundredths of a second, whatever its own clock ticks. */
const TICK_MS = 10;
const LISTENING = "0A";

/** CPU milliseconds that a process has used so far, all its threads included. */
export function cpuMs(pid: number): number {
  // The program's name stands in brackets and may hold anything, so counting begins behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return (userTicks + systemTicks) * TICK_MS;
}

/** Who answers at this port; the server may be a child of what was started. */
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

/** Another user's process shows nothing, and one that has just ended neither. */
function handlesOf(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((handle) => readlinkSync(`/proc/${pid}/fd/${handle}`));
  } catch {
    return [];
  }
}
