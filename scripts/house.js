import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout, wherever it lies. */
export const root = fileURLToPath(new URL("..", import.meta.url));

export const inHouse = (...parts) => join(root, ...parts);

/** What a child inherits: how to run, and nothing that is anybody's secret. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "TEMP",
  "SystemRoot",
  "NODE_EXTRA_CA_CERTS",
];

/** A child's whole environment: what every program needs, what the person may set for it, and what we tell it. */
export function environmentFor(mayBeSet, told) {
  const environment = {};
  for (const name of [...INHERITED, ...mayBeSet]) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return { ...environment, ...told };
}
