import { readFileSync } from "node:fs";
import { startEdge } from "#test/tools/edge.ts";

/** Runs the edge of the UAT rig. Prints its address once it listens. */
const { PORT = "0", TARGET = "", TLS_KEY_FILE = "", TLS_CERT_FILE = "", LOGIN, DELAY_MS = "0" } = process.env;

const edge = await startEdge({
  target: TARGET,
  key: readFileSync(TLS_KEY_FILE),
  cert: readFileSync(TLS_CERT_FILE),
  port: Number(PORT),
  login: LOGIN,
  delayMs: Number(DELAY_MS),
});
console.log(edge.url);
process.on("SIGTERM", () => process.exit(0));
