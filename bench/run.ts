import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { benchClientJavaScript } from "./client-javascript.bench.ts";
import { benchEventPage } from "./event-page.bench.ts";
import { type Row, table } from "./report.ts";
import { benchReserve } from "./reserve.bench.ts";

/** `node bench/run.ts <file>`: the file says where a whole sandbox answers that nobody else uses. */
const [, , file = ""] = process.argv;
const { storefront, service, ca, databaseUrl } = JSON.parse(readFileSync(file, "utf8"));

console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}, Node ${process.version}\n`,
);

const measurements: readonly (() => Promise<readonly Row[]>)[] = [
  () => benchClientJavaScript(storefront),
  () => benchEventPage(storefront),
  () => benchReserve({ databaseUrl, url: service, ca }),
];
let isOver = false;
for (const measure of measurements) {
  const rows = await measure();
  console.log(`${table(rows)}\n`);
  isOver ||= rows.some((row) => row.isOver);
}
process.exitCode = isOver ? 1 : 0;
