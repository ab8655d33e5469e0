import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "./median.ts";
import type { Row } from "./report.ts";

const MEASURE = join(import.meta.dirname, "..", "service", "test", "bench", "reserve.bench.ts");

export type Service = { readonly databaseUrl: string; readonly url: string; readonly ca: string };
type Rate = { readonly perSecond: number; readonly p99Ms: number };
type Way = "hotRow" | "store" | "rush" | "https" | "unawaited" | "awaited" | "soldOut" | "soldOutAwaited";
type Round = Readonly<Record<Way, Rate>>;

/** Measures reservations per second relative to updates of one hot row in the same PostgreSQL, in alternating rounds. */
export async function benchReserve({ databaseUrl, url, ca }: Service): Promise<readonly Row[]> {
  // A process of the service measures, since only the service opens its database.
  const child = spawn(process.execPath, [MEASURE], {
    env: { NODE_ENV: "production", DATABASE_URL: databaseUrl, SERVICE_URL: url, SERVICE_CA: ca },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The measurement of the service has failed (exit ${code}).`);
  const rounds: readonly Round[] = JSON.parse(output);

  const ratio = (way: keyof Round, to: keyof Round = "hotRow") =>
    median(rounds.map((round) => round[way].perSecond / round[to].perSecond));
  const rate = (way: keyof Round) =>
    Math.round(median(rounds.map((round) => round[way].perSecond))).toLocaleString("en");
  const p99 = (way: keyof Round) => `p99 ${median(rounds.map((round) => round[way].p99Ms)).toFixed(0)} ms`;
  return [
    {
      what: "reserves over HTTPS ÷ hot-row updates",
      measured: ratio("https").toFixed(1),
      aim: "≥ 2.5",
      note: `${rate("https")} (${p99("https")}) against ${rate("hotRow")} per second`,
    },
    {
      what: "reserves in the store alone ÷ hot-row updates",
      measured: ratio("store").toFixed(1),
      aim: "≥ 25",
      note: `${rate("store")} (${p99("store")}) against ${rate("hotRow")} per second`,
    },
    {
      what: "reserves in the store alone by 400 at once ÷ hot-row updates",
      measured: ratio("rush").toFixed(1),
      aim: "",
      note: `${rate("rush")} (${p99("rush")}) against ${rate("hotRow")} per second`,
    },
    {
      what: "reserves of a date with a waiting list ÷ without",
      measured: ratio("awaited", "unawaited").toFixed(2),
      aim: "",
      note: `${rate("awaited")} (${p99("awaited")}) against ${rate("unawaited")} (${p99("unawaited")}) per second`,
    },
    {
      what: "refusals of a sold-out date with a waiting list ÷ without",
      measured: ratio("soldOutAwaited", "soldOut").toFixed(2),
      aim: "",
      note: `${rate("soldOutAwaited")} (${p99("soldOutAwaited")}) against ${rate("soldOut")} (${p99("soldOut")}) per second`,
    },
  ];
}
