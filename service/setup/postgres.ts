import { startPostgres } from "#src/outside/postgres/supervisor.ts";

/**
 * Keeps the embedded server for everything that a launcher starts: one line of JSON when it is open, and a clean
 * stop when asked, or when whoever started this has gone.
 */
const folder = process.env.FOYER_DATA;
if (folder === undefined) throw new Error("FOYER_DATA must name the data folder.");

const notes: string[] = [];
const server = await startPostgres(folder, { note: (line) => notes.push(line) });
console.log(JSON.stringify({ url: server.url, adopted: server.adopted, notes }));

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
  console.error("PostgreSQL has stopped by itself.");
  process.exit(1);
}
