import { openRuntime } from "#src/open-runtime.ts";
import { jsonLog } from "#src/platform/outside/json-log.ts";
import { serve } from "#src/serve.ts";
import { readSettings } from "#src/settings.ts";
import { startWorker } from "#src/worker.ts";

// The service without the shortest time of a payment's answer, which is a wait and no work. Prints its port.

const settings = readSettings();
if (typeof settings === "string") throw new Error(settings);
const limits = { ...settings.limits, minPaymentMs: 0 };
const { runtime, close } = await openRuntime({ ...settings, limits }, jsonLog("service", settings.logLevel));
const api = await serve(runtime, settings);
const worker = await startWorker(runtime, settings);
process.once("SIGTERM", () => void Promise.all([api.stop(), worker.stop()]).then(close));
console.log(settings.port);
