import { createProcessor } from "#sandbox/processor/create-processor.ts";

// `node without-delay.ts <secret> <folder>`: the processor without the delay of its answers, for benchmarks. Prints its port.

const [, , secret = "", folder = ""] = process.argv;
const processor = createProcessor({ secret, folder, timeScale: 0 });
process.once("SIGTERM", () => void processor.close());
const address = await processor.listen({ host: "127.0.0.1", port: 0 });
console.log(new URL(address).port);
