import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

const TIMEOUT_MS = 5_000;

/** Returns the HTTP status at an address, or 0 while nothing answers there. */
export function probe(url: string, caFile?: string): Promise<number> {
  const client = url.startsWith("https:") ? https : http;
  const options = { agent: false, timeout: TIMEOUT_MS, ...(caFile && { ca: readFileSync(caFile) }) };
  return new Promise((resolve) => {
    const request = client.get(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(0));
  });
}
