import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "./median.ts";
import type { Row } from "./report.ts";

const MEASURE = join(import.meta.dirname, "..", "service", "test", "bench", "mail.bench.ts");

type Round = { readonly outbox: number; readonly bare: number };

/** Measures messages per second from the outbox relative to a loop that only sends, in alternating rounds. */
export async function benchMail({ databaseUrl, smtp }: { databaseUrl: string; smtp: string }): Promise<readonly Row[]> {
  const child = spawn(process.execPath, [MEASURE], {
    env: { NODE_ENV: "production", DATABASE_URL: databaseUrl, SMTP_URL: smtp },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The measurement of the service has failed (exit ${code}).`);
  const rounds: readonly Round[] = JSON.parse(output);
  const rate = (way: keyof Round) => Math.round(median(rounds.map((round) => round[way]))).toLocaleString("en");
  return [
    {
      what: "messages from the outbox ÷ messages that are only sent",
      measured: median(rounds.map(({ outbox, bare }) => outbox / bare)).toFixed(2),
      aim: "",
      note: `${rate("outbox")} against ${rate("bare")} per second, with plain texts of the service`,
    },
  ];
}
