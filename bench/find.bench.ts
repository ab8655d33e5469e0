import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "./median.ts";
import type { Row } from "./report.ts";
import type { Service } from "./reserve.bench.ts";
import { load } from "./web.ts";

const MEASURE = join(import.meta.dirname, "..", "service", "test", "bench", "find.bench.ts");
const MANY = 10_000;
const VIEWS = 40;

type Taken = { readonly ms: readonly number[]; readonly bytes: number };

/** Measures lists and searches over 1,000 and 10,000 events relative to 10 that give answers of the same length, in alternating rounds. */
export async function benchFind(storefront: string, service: Service): Promise<readonly Row[]> {
  const took: Readonly<Record<string, Readonly<Record<string, Taken>>>> = JSON.parse(await inService(service));
  const rows = Object.entries(took).flatMap(([what, bySize]) => {
    const taken = (size: number) => bySize[size] ?? { ms: [], bytes: 0 };
    const few = taken(10);
    return [1_000, MANY].map((size) => {
      const { ms, bytes } = taken(size);
      return {
        what: `${what}, ${size.toLocaleString("en")} ÷ 10 events`,
        measured: median(ms.map((one, round) => one / (few.ms[round] ?? one))).toFixed(1),
        aim: size === MANY ? "≤ 1.5" : "",
        note: `${median(ms).toFixed(1)} against ${median(few.ms).toFixed(1)} ms, ${kb(bytes)} against ${kb(few.bytes)} KB`,
      };
    });
  });
  return [...rows, ...(await throughTheShop(storefront, service))];
}

/** Measures the search page and the list page before and after 10,000 events are added. */
async function throughTheShop(storefront: string, service: Service): Promise<readonly Row[]> {
  const search = new URL("/en/search?tag=Music", storefront);
  const list = new URL("/en", storefront);
  const [before, listBefore] = [await viewMs(search), await viewMs(list)];
  await inService(service, String(MANY));
  const [after, listAfter] = [await viewMs(search), await viewMs(list)];
  const row = (what: string, many: number, few: number): Row => ({
    what: `${what}, ${MANY.toLocaleString("en")} more ÷ the season`,
    measured: (many / few).toFixed(1),
    aim: "",
    note: `${many.toFixed(1)} against ${few.toFixed(1)} ms`,
  });
  return [row("search page in the shop", after, before), row("list page in the shop", listAfter, listBefore)];
}

function kb(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

async function viewMs(url: URL): Promise<number> {
  const times: number[] = [];
  for (let view = -5; view < VIEWS; view += 1) {
    const start = performance.now();
    const { status } = await load(url);
    if (status !== 200) throw new Error(`${url.pathname} answered ${status}.`);
    if (view >= 0) times.push(performance.now() - start);
  }
  return median(times);
}

/** Runs a measurement of the service in its own process, since only the service opens its database. */
async function inService({ databaseUrl, url, ca }: Service, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [MEASURE, ...args], {
    env: { NODE_ENV: "production", DATABASE_URL: databaseUrl, SERVICE_URL: url, SERVICE_CA: ca },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`The measurement of the service has failed (exit ${code}).`);
  return output;
}
