import { cpus, release, totalmem, type } from "node:os";
import { benchClientJavaScript } from "./bench/client-javascript.bench.ts";
import { benchEventPage } from "./bench/event-page.bench.ts";
import { benchLighthouse } from "./bench/lighthouse.bench.ts";
import { type Row, table } from "./bench/report.ts";
import { benchPurchase, benchReserve } from "./bench/service.bench.ts";
import { buildStorefront } from "./launcher/build.ts";
import { runCommand, type Signals } from "./lib/signals.ts";
import { print, step } from "./lib/terminal.ts";
import { openTestSandbox } from "./sandbox/test-sandbox.ts";
import { installedBrowser } from "./testing/find-browser.ts";

/**
 * `npm run bench`: measures ratios side by side in a sandbox that is removed afterwards. `npm run bench page` runs one
 * benchmark: scripts, page, reserve, purchase or lighthouse.
 */
async function bench(signals: Signals, wanted: readonly string[]): Promise<number> {
  const node = process.execPath;
  const sandbox = await openTestSandbox(node, signals, { forTests: false });
  try {
    const { databaseUrl, ...prepared } = await step("Preparing a database", sandbox.prepare);
    const actionsKey = await buildStorefront({ node, data: sandbox.data });
    const { addresses } = await step("Starting", () => sandbox.startAll({ databaseUrl, ...prepared }, actionsKey));
    const { storefront, service, ca } = addresses;
    const measurements: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
      scripts: () => benchClientJavaScript(storefront),
      page: () => benchEventPage(storefront, ca),
      reserve: () => benchReserve({ DATABASE_URL: databaseUrl, SERVICE_URL: service, SERVICE_CA: ca }),
      purchase: () => benchPurchase({ DATABASE_URL: databaseUrl }),
      lighthouse: () => benchLighthouse(storefront, installedBrowser(node)),
    };
    print(
      `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}, Node ${process.version}\n`,
    );
    let isOver = false;
    for (const [name, measure] of Object.entries(measurements)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const rows = await measure();
      print(`${table(rows)}\n`);
      isOver ||= rows.some((row) => row.isOver);
    }
    return isOver ? 1 : 0;
  } finally {
    await sandbox.close();
  }
}

await runCommand((signals) => bench(signals, process.argv.slice(2)));
