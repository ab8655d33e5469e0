import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { benchClientJavaScript } from "./client-javascript.bench.ts";
import { benchEventPage } from "./event-page.bench.ts";
import { benchLighthouse } from "./lighthouse.bench.ts";
import { type Row, table } from "./report.ts";
import { benchPurchase, benchReserve } from "./service.bench.ts";
import { untilAnswered } from "./web.ts";

/** `node bench/run.ts <file> [benchmark …]`: the file has the addresses of a sandbox that no other program uses. */
const [, , file = "", ...wanted] = process.argv;
const { storefront, service, ca, databaseUrl, browser } = JSON.parse(readFileSync(file, "utf8"));

console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}, Node ${process.version}\n`,
);

const measurements: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  scripts: () => benchClientJavaScript(storefront),
  page: () => benchEventPage(storefront, ca),
  reserve: () => benchReserve({ DATABASE_URL: databaseUrl, SERVICE_URL: service, SERVICE_CA: ca }),
  purchase: () => benchPurchase({ DATABASE_URL: databaseUrl }),
  lighthouse: () => benchLighthouse(storefront, browser),
};
await untilAnswered(new URL("/en", storefront));
let isOver = false;
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const rows = await measure();
  console.log(`${table(rows)}\n`);
  isOver ||= rows.some((row) => row.isOver);
}
process.exitCode = isOver ? 1 : 0;
