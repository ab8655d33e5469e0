import { existsSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { benchLighthouse } from "./bench/lighthouse.bench.ts";
import { benchPage } from "./bench/page.bench.ts";
import { startProductionStorefront } from "./bench/production-storefront.ts";
import { benchReads } from "./bench/reads.bench.ts";
import type { Row } from "./bench/report.ts";
import { benchScripts } from "./bench/scripts.bench.ts";
import { benchPurchase, benchReserve } from "./bench/service.bench.ts";
import { benchShop } from "./bench/shop.bench.ts";
import { noOperatorSettings } from "./launcher/settings.ts";
import { runCommand } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";
import { openTestSandbox } from "./sandbox/test-sandbox.ts";
import { installedBrowser } from "./testing/find-browser.ts";

const WIDTH = 60;

/**
 * `npm run bench`: measures ratios side by side in a sandbox that is removed afterwards. `npm run bench page` runs one
 * benchmark: scripts, page, reserve, purchase, shop, reads or lighthouse. `npm run bench shop ../earlier` measures it in turns with the
 * checkout of an earlier release in that folder, where `npm ci` has run.
 */
await runCommand(async (signals) => {
  const parameters = process.argv.slice(2);
  const earlierFolder = parameters.find((one) => existsSync(join(one, "package.json")));
  const wanted = parameters.filter((one) => one !== earlierFolder);
  // The buyers of one benchmark each have a network of their own.
  const operator = { ...noOperatorSettings(), storefront: { TRUSTED_HOPS: "1" } };
  const options = { forTests: false, operator };
  const sandbox = await openTestSandbox(process.execPath, signals, options);
  const earlierSandbox =
    earlierFolder === undefined
      ? undefined
      : await (await ownModuleOf(earlierFolder)).openTestSandbox(process.execPath, signals, options);
  try {
    const { addresses, databaseUrl } = await sandbox.bringUp();
    const earlier = await earlierSandbox?.bringUp();
    const { storefront, service, ca } = addresses;
    const measurements: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
      scripts: () => benchScripts(storefront),
      page: () => benchPage(storefront, ca),
      reserve: () => benchReserve({ DATABASE_URL: databaseUrl, SERVICE_URL: service, SERVICE_CA: ca }),
      purchase: () => benchPurchase({ DATABASE_URL: databaseUrl }),
      shop: () =>
        benchShop({ ...addresses, databaseUrl }, earlier && { ...earlier.addresses, databaseUrl: earlier.databaseUrl }),
      reads: () => benchReads(storefront, earlier?.addresses.storefront),
      lighthouse: async () => {
        const production = await startProductionStorefront(sandbox.storefrontSettings(addresses), ca);
        try {
          return await benchLighthouse(storefront, production.url, installedBrowser(process.execPath));
        } finally {
          await production.close();
        }
      },
    };
    print(
      `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB, ${type()} ${release()}, Node ${process.version}\n`,
    );
    let exitCode = 0;
    for (const [name, measure] of Object.entries(measurements)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      for (const { what, measured, aim, note, isOver } of await measure()) {
        print(`${what.padEnd(WIDTH)} ${measured}  (${aim})  ${note}${isOver ? "  TOO MUCH" : ""}`);
        if (isOver) exitCode = 1;
      }
    }
    return exitCode;
  } finally {
    await earlierSandbox?.close();
    await sandbox.close();
  }
});

/** Loads how a checkout starts its own programs. Its imports are those of its own package. */
async function ownModuleOf(folder: string): Promise<{ readonly openTestSandbox: typeof openTestSandbox }> {
  return await import(pathToFileURL(resolve(folder, "scripts", "sandbox", "test-sandbox.ts")).href);
}
