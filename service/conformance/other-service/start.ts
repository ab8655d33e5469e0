import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startOtherService } from "./service.ts";
import { startStorefront } from "./storefront.ts";

/**
 * `node service/conformance/other-service/start.ts [--plain] [--port 4801] [--delay 40] [--storefront] [--storefront-port 4800]` starts
 * the other ticketing service, with --plain as one that has only the specification and the public reference, and with --storefront the
 * built storefront in front of it. It prints their settings as lines for a shell, and runs until it gets a signal.
 */
const { values } = parseArgs({
  options: {
    plain: { type: "boolean", default: false },
    port: { type: "string", default: "0" },
    delay: { type: "string", default: "40" },
    storefront: { type: "boolean", default: false },
    "storefront-port": { type: "string" },
  },
});

if (values.storefront && !existsSync(join(import.meta.dirname, "..", "..", "..", ".next", "BUILD_ID"))) {
  console.error("There is no build of the storefront. `npm run e2e -- --other-service --serve` makes one.");
  process.exit(1);
}

const service = await startOtherService({
  plain: values.plain,
  port: Number(values.port),
  delayMs: Number(values.delay),
});
// Made for this run, on this machine alone: the password is no secret.
const settings: Record<string, string> = {
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  TICKETING_USER: service.user,
  TICKETING_PASSWORD: service.password,
  TICKETING_ACCOUNT: `${service.accountId}`,
};

const port = values["storefront-port"];
const storefront = values.storefront
  ? await startStorefront(service, { output: "inherit", ...(port !== undefined && { port: Number(port) }) })
  : undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());

const READY_TRIES = 120;
for (let tries = 0; storefront && !(await storefront.isReady()); tries += 1) {
  if (tries === READY_TRIES) await stop(1);
  await wait(250);
}
if (storefront) settings.E2E_ADDRESS = storefront.address;
for (const [name, value] of Object.entries(settings)) console.log(`export ${name}='${value}'`);

async function stop(code = 0): Promise<never> {
  await storefront?.close();
  await service.close();
  process.exit(code);
}
