import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "./median.ts";
import type { Row } from "./report.ts";

const MEASURE = join(import.meta.dirname, "..", "service", "test", "bench", "pricing.bench.ts");

/** Measures pricing a cart of 10 and of 50 lines relative to one line, under five competing rules. */
export async function benchPricing(): Promise<readonly Row[]> {
  const child = spawn(process.execPath, [MEASURE], { stdio: ["ignore", "pipe", "inherit"] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The measurement of the prices has failed (exit ${code}).`);
  const { lines, rounds }: { readonly lines: readonly number[]; readonly rounds: readonly (readonly number[])[] } =
    JSON.parse(output);

  const at = (index: number) => median(rounds.map((round) => round[index] ?? Number.NaN));
  return lines.slice(1).map((count, index) => ({
    what: `a price of ${count} lines ÷ of 1 line`,
    measured: (at(index + 1) / at(0)).toFixed(1),
    aim: "",
    note: `${(at(index + 1) / 1_000).toFixed(2)} against ${(at(0) / 1_000).toFixed(2)} ms`,
  }));
}
