import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "./median.ts";
import type { Row } from "./report.ts";

const MEASURE = join(import.meta.dirname, "..", "service", "test", "bench", "purchase.bench.ts");
const CALLS_PER_PURCHASE = 3;

type Program = "service" | "processor" | "database" | "client";
type Measured = {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Calls per second to the probe. */
  readonly bare: number;
  /** Transactions that committed for each purchase. */
  readonly commits: number;
  /** CPU time of each purchase. */
  readonly cpuMs: Readonly<Record<Program, number>>;
};
type Round = { readonly after: Measured; readonly before?: Measured };

/** Measures whole purchases over HTTPS: their rate, relative to the barest calls, and the CPU time of each program. */
export async function benchPurchase(databaseUrl: string): Promise<readonly Row[]> {
  const { PURCHASE_BEFORE: before } = process.env;
  const child = spawn(process.execPath, [MEASURE], {
    env: {
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      ...(before !== undefined && { PURCHASE_BEFORE: before }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The measurement of purchases has failed (exit ${code}).`);
  const rounds: readonly Round[] = JSON.parse(output);
  const earlier = rounds.flatMap((round) => round.before ?? []);
  return [
    ...rowsOf(
      "purchases",
      rounds.map(({ after }) => after),
    ),
    ...(earlier.length > 0 ? rowsOf("before", earlier) : []),
  ];
}

function rowsOf(name: string, rounds: readonly Measured[]): readonly Row[] {
  const middle = (value: (one: Measured) => number) => median(rounds.map(value));
  const ms = (...programs: readonly Program[]) =>
    middle(({ cpuMs }) => programs.reduce((sum, program) => sum + cpuMs[program], 0)).toFixed(2);
  return [
    {
      what: `${name} per second`,
      measured: middle(({ perSecond }) => perSecond).toFixed(0),
      aim: "≥ 600",
      note: `p99 ${middle(({ p99Ms }) => p99Ms).toFixed(0)} ms; the aim is for a client and a processor with cores of their own`,
    },
    {
      what: `${name}: calls ÷ barest calls`,
      measured: middle(({ perSecond, bare }) => (CALLS_PER_PURCHASE * perSecond) / bare).toFixed(3),
      aim: "≥ 0.5",
      note: `${Math.round(middle(({ bare }) => bare)).toLocaleString("en")} barest calls per second`,
    },
    {
      what: `${name}: CPU of service and database`,
      measured: `${ms("service", "database")} ms`,
      aim: "≤ 2.5",
      note: `service ${ms("service")}, database ${ms("database")}; apart: processor ${ms("processor")}, client ${ms("client")}`,
    },
    {
      what: `${name}: commits`,
      measured: middle(({ commits }) => commits).toFixed(2),
      aim: "",
      note: "",
    },
  ];
}
