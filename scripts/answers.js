import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

const ASK_MS = 5_000;

/** The status at an address, or 0 while nobody answers. */
export function answers(url, caFile) {
  const client = url.startsWith("https:") ? https : http;
  const options = { agent: false, timeout: ASK_MS, ...(caFile && { ca: readFileSync(caFile) }) };
  return new Promise((resolve) => {
    const request = client.get(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(0));
  });
}
