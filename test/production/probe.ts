import { once } from "node:events";
import { accessSync, constants, readdirSync, statSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { writeHeapSnapshot } from "node:v8";

/**
 * Simulates an attacker's code in the storefront's process: loaded by `node --import`, it waits for SIGUSR2, then writes what
 * it finds into PROBE_FOLDER: the environment, a heap snapshot, the files that it may read, and the answers to requests of
 * its own.
 */
export type ProbeReport = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly heap: string;
  readonly readable: readonly string[];
  /** The status of each request of PROBE_REQUESTS through the airlock. */
  readonly statuses: readonly number[];
};

const { PROBE_FOLDER = "", PROBE_FOLDERS = "[]", PROBE_REQUESTS = "[]", TICKETING_AIRLOCK = "" } = process.env;

process.on("SIGUSR2", async () => {
  const requests = JSON.parse(PROBE_REQUESTS) as readonly (readonly [method: string, path: string])[];
  const statuses: number[] = [];
  for (const [method, path] of requests) statuses.push(await statusOf(method, path));
  const folders = JSON.parse(PROBE_FOLDERS) as readonly string[];
  const report: ProbeReport = {
    environment: { ...process.env },
    heap: writeHeapSnapshot(join(PROBE_FOLDER, "probe.heapsnapshot")),
    readable: [...folders.flatMap(readableBelow), ...environments()],
    statuses,
  };
  writeFileSync(join(PROBE_FOLDER, "probe.part"), JSON.stringify(report));
  writeFileSync(join(PROBE_FOLDER, "probe.json"), JSON.stringify(report));
});

async function statusOf(method: string, path: string): Promise<number> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const sent = request({ socketPath: TICKETING_AIRLOCK.replace("unix:", ""), method, path, headers });
  sent.end(method === "GET" ? undefined : "{}");
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

/** Returns the files below a folder that this process may read. */
function readableBelow(folder: string): readonly string[] {
  if (!isReadable(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return readableBelow(path);
    return entry.isFile() && isReadable(path) ? [path] : [];
  });
}

/** Returns the environments of processes that this process may read, its own included. */
function environments(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => `/proc/${name}/environ`)
    .filter(isReadable);
}

function isReadable(path: string): boolean {
  try {
    statSync(path);
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
