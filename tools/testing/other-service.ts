import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startOtherService } from "#test/other-service/service.ts";
import { startStorefront } from "#test/other-service/storefront.ts";
import { buildStorefront } from "#tools/launcher/build.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { Fault } from "#tools/lib/fault.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { type Elsewhere, runAsTester } from "./elsewhere.ts";
import { findBrowser } from "./find-browser.ts";

const CHROMIUM = ["--project=desktop", "--project=phone"];
const READY_TRIES = 240;
const READY_PAUSE_MS = 250;

/**
 * `npm run e2e -- --other-service`: runs the browser tests against a storefront in front of the tests' other ticketing
 * service. With `--serve` it runs no test; parameters such as `--delay 500` then go to `test/other-service/start.ts`.
 */
export const runAgainstOtherService: Elsewhere = async (node, signals, parameters) => {
  const data = mkdtempSync(join(tmpdir(), "foyer-other-run-"));
  await buildStorefront({ node, data }).finally(() => rmSync(data, { recursive: true, force: true }));
  if (parameters.includes("--serve")) {
    const start = fromRoot("test", "other-service", "start.ts");
    const own = ["--storefront", ...parameters.filter((parameter) => parameter !== "--serve")];
    const options = { cwd: root, env: childEnvironment([], {}), stdio: "inherit", endsCleanly: true } as const;
    return (await run(node, [start, ...own], options)).code;
  }
  const browser = await findBrowser(node);
  const service = await startOtherService();
  signals.alsoStop(service.close);
  const storefront = await startStorefront(service);
  signals.alsoStop(storefront.close);
  try {
    for (let tries = 0; !(await storefront.isReady()); tries += 1) {
      if (tries === READY_TRIES) throw new Fault("The storefront in front of the other service does not become ready.");
      await wait(READY_PAUSE_MS);
    }
    const settings = { E2E_ADDRESS: storefront.address, E2E_BROWSER: browser };
    return await runAsTester(node, settings, [...CHROMIUM, ...parameters]);
  } finally {
    await signals.unlessStopping();
    await storefront.close();
    await service.close();
  }
};
