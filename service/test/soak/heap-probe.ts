import { writeFileSync } from "node:fs";

// Preloaded into a program with --expose-gc: on SIGUSR2 it collects garbage and writes how much memory is in use to HEAP_FOLDER.

process.on("SIGUSR2", () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  writeFileSync(`${process.env.HEAP_FOLDER}/${process.pid}.json`, JSON.stringify({ rss, heapUsed, external }));
});
