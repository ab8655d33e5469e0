import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startOtherService } from "#test/other-service/service.ts";
import { startStorefront } from "#test/other-service/storefront.ts";
import { buildStorefront } from "#tools/launcher/build.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { explain, Fault } from "#tools/lib/fault.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { onSignal, type Signals } from "#tools/lib/signals.ts";
import { findBrowser } from "#tools/testing/find-browser.ts";

const PASSED_ON = ["CI"];
const CHROMIUM = ["--project=desktop", "--project=phone"];
const READY_TRIES = 240;
const READY_PAUSE_MS = 250;

/** Runs `npm run e2e` against a storefront in front of the tests' other ticketing service. Parameters go to Playwright. */
async function runBeforeOtherService(signals: Signals): Promise<number> {
  const node = process.execPath;
  const browser = await findBrowser(node);
  const data = mkdtempSync(join(tmpdir(), "foyer-other-run-"));
  signals.alsoStop(async () => rmSync(data, { recursive: true, force: true }));
  await buildStorefront({ node, data });
  const service = await startOtherService();
  signals.alsoStop(service.close);
  const storefront = await startStorefront(service);
  signals.alsoStop(storefront.close);
  try {
    for (let tries = 0; !(await storefront.isReady()); tries += 1) {
      if (tries === READY_TRIES) throw new Fault("The storefront in front of the other service does not become ready.");
      await wait(READY_PAUSE_MS);
    }
    const settings = {
      E2E_ADDRESS: storefront.address,
      E2E_BROWSER: browser,
    };
    const { code } = await run(node, [fromRoot("tools", "e2e.ts"), ...CHROMIUM, ...process.argv.slice(2)], {
      cwd: root,
      env: childEnvironment(PASSED_ON, settings),
      stdio: "inherit",
    });
    return code;
  } finally {
    await signals.unlessStopping();
    await storefront.close();
    await service.close();
    rmSync(data, { recursive: true, force: true });
  }
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exit(await runBeforeOtherService(signals));
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
