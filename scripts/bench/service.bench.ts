import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fromRoot } from "#scripts/lib/files.ts";
import { median, type Row } from "./report.ts";

type Rate = { readonly perSecond: number; readonly p99Ms: number };
type Settings = Readonly<Record<string, string>>;

/** Measures reservations per second relative to updates of one hot row in the same PostgreSQL, in alternating rounds. */
export async function benchReserve(settings: Settings): Promise<readonly Row[]> {
  const rounds: readonly { readonly hotRow: Rate; readonly https: Rate }[] = await measured("reserve", settings);
  return [
    {
      what: "reserves over HTTPS ÷ hot-row updates",
      measured: median(rounds.map(({ https, hotRow }) => https.perSecond / hotRow.perSecond)).toFixed(1),
      aim: "≥ 4",
      note: `${rate(rounds.map(({ https }) => https))} against ${rate(rounds.map(({ hotRow }) => hotRow))}`,
    },
  ];
}

/** Measures whole purchases over HTTPS. */
export async function benchPurchase(settings: Settings): Promise<readonly Row[]> {
  const rounds: readonly Rate[] = await measured("purchase", settings);
  return [{ what: "purchases", measured: rate(rounds), aim: "≥ 120 on two cores", note: "" }];
}

function rate(rounds: readonly Rate[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond))).toLocaleString("en");
  return `${perSecond} per second (p99 ${median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms)`;
}

/** Runs a measurement of the service in a process of its own, since only the service opens its database. */
async function measured(name: string, settings: Settings) {
  const file = fromRoot("service", "test", "bench", `${name}.bench.ts`);
  const env = { ...settings, NODE_ENV: "production" } as const;
  return JSON.parse((await promisify(execFile)(process.execPath, [file], { env })).stdout);
}
