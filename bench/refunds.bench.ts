import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Row } from "./report.ts";

const MEASURE = join(import.meta.dirname, "..", "service", "test", "bench", "refund-job.bench.ts");

/** Measures the refunds of a cancelled event with ten thousand sales, by one process. */
export async function benchRefunds(databaseUrl: string): Promise<readonly Row[]> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [MEASURE], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The measurement of the refunds has failed (exit ${code}).`);
  const { sales, cancelMs, jobMs }: { readonly sales: number; readonly cancelMs: number; readonly jobMs: number } =
    JSON.parse(output);
  return [
    {
      what: `refunds of ${sales} sales per second`,
      measured: (sales / (jobMs / 1_000)).toFixed(0),
      aim: "",
      note: `${(jobMs / 1_000).toFixed(1)} s, after ${(cancelMs / 1_000).toFixed(1)} s for the cancellation and its messages`,
    },
  ];
}
