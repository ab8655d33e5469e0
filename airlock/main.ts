import { log } from "./log.ts";
import { endAfterCalls, startAirlock } from "./server.ts";
import { readAirlockSettings } from "./settings.ts";

/** `npm run serve airlock`: holds the shop's credential for the storefront, which has none. */
const OWNER_ONLY = 0o077;

process.umask(OWNER_ONLY);
const settings = readAirlockSettings();
if (typeof settings === "string") {
  console.error(`The airlock does not start.\n${settings}`);
  process.exit(1);
}

try {
  const server = await startAirlock(settings);
  // Calls under way are answered first, since one may be a payment.
  const stop = () => void endAfterCalls(server).then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  log("info", "The airlock is ready.");
} catch (error) {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  console.error(`The airlock does not start: TICKETING_AIRLOCK cannot be listened at (${code}).`);
  process.exit(1);
}
