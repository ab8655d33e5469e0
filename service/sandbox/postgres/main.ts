import { startPostgres } from "./supervisor.ts";

/**
 * Runs the embedded PostgreSQL for its parent process: prints one line of JSON once it accepts connections, and stops
 * it cleanly on a signal or when the parent closes stdin. `--throwaway`, for tests, trades durability for speed.
 */
const folder = process.env.FOYER_DATA;
if (folder === undefined) throw new Error("FOYER_DATA must name the data folder.");

const notes: string[] = [];
const server = await startPostgres(folder, {
  throwaway: process.argv.includes("--throwaway"),
  note: (line) => notes.push(line),
});
console.log(JSON.stringify({ url: server.url, pid: server.pid, notes }));

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await server.stop();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
process.stdin.on("end", () => void stop()).resume();

await server.lost;
if (!stopping) {
  console.error("PostgreSQL has stopped unexpectedly.");
  process.exit(1);
}
