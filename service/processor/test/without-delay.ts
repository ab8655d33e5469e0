import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessor } from "#processor/create-processor.ts";

// The sandbox processor without the delay of its answers. Prints its port.

const folder = process.env.FOYER_DATA ?? mkdtempSync(join(tmpdir(), "foyer-bench-processor-"));
const processor = createProcessor({ secret: process.env.PROCESSOR_SECRET ?? "", folder, timeScale: 0 });
process.once("SIGTERM", () => void processor.close());
const address = await processor.listen({ host: "127.0.0.1", port: 0 });
console.log(new URL(address).port);
