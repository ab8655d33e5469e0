import { createProcessor } from "./create-processor.ts";
import { readSettings } from "./settings.ts";

const settings = readSettings();
if (typeof settings === "string") {
  console.error(`The processor does not start. ${settings}`);
  process.exit(1);
}

const processor = createProcessor({ secret: settings.PROCESSOR_SECRET, folder: settings.FOYER_DATA });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void processor.close());

try {
  await processor.listen({ host: settings.HOST, port: settings.PORT });
  console.log("processor ready");
} catch (error) {
  console.error(`The processor does not start. ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
