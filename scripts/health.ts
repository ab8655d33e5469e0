import { request as http } from "node:http";
import { request as https } from "node:https";

/**
 * `node scripts/health.ts`: the health check of the image. Ends with 0 when the program of this container answers: the storefront, the
 * service, or the worker at its METRICS_ADDRESS. It asks whether a program lives. That it cannot sell, as without a database, is no
 * reason to end it, nor that it is about to stop: payments end first.
 */
const LIMIT_MS = 3_000;
const ALIVE: readonly (number | undefined)[] = [200, 503];

const { FOYER_PORT = "4000", PORT = "4001", METRICS_ADDRESS = "" } = process.env;
const [, metricsPort] = /:(\d+)$/.exec(METRICS_ADDRESS) ?? [];
const addresses = [
  `http://127.0.0.1:${FOYER_PORT}/api/health`,
  `https://127.0.0.1:${PORT}/health`,
  ...(metricsPort === undefined ? [] : [`http://127.0.0.1:${metricsPort}/metrics`]),
];

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The certificate is for the service's name among the containers, and nothing is told to this address.
    const asked = address.startsWith("https:") ? https(address, { rejectUnauthorized: false }) : http(address);
    asked
      .setTimeout(LIMIT_MS, () => asked.destroy())
      .on("error", () => resolve(false))
      .on("close", () => resolve(false))
      .on("response", (response) => {
        resolve(ALIVE.includes(response.statusCode));
        asked.destroy();
      })
      .end();
  });
}

const found = await Promise.all(addresses.map(answers));
if (!found.includes(true)) console.error(`Nothing answers at ${addresses.join(", ")}.`);
process.exit(found.includes(true) ? 0 : 1);
