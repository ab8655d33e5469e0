import { openWorld } from "./open-world.ts";
import { reasonOf } from "./reason.ts";
import { serve } from "./serve.ts";
import { readSettings } from "./settings.ts";

const settings = readSettings();
if (typeof settings === "string") {
  console.error(`The service does not start. ${settings}`);
  process.exit(1);
}

try {
  const { world, close } = await openWorld(settings);
  const { stop } = await serve(world, settings).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  // Calls in flight are answered first, since one may be a payment.
  const end = () => void stop().then(close);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
  console.log("service ready");
} catch (error) {
  console.error(`The service does not start. ${reasonOf(error)}`);
  process.exit(1);
}
