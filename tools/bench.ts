import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buildStorefront } from "./launcher/build.ts";
import { childEnvironment } from "./lib/child-environment.ts";
import { explain } from "./lib/fault.ts";
import { writeJson } from "./lib/json-file.ts";
import { fromRoot, root } from "./lib/paths.ts";
import { onSignal, type Signals } from "./lib/signals.ts";
import { step } from "./lib/terminal.ts";
import { openTestSandbox } from "./sandbox/test-sandbox.ts";
import { installedBrowser } from "./testing/find-browser.ts";

/**
 * `npm run bench`: measures ratios side by side in a sandbox that is removed afterwards. `npm run bench page` runs one
 * benchmark: scripts, page, reserve, purchase or lighthouse.
 */
async function bench(signals: Signals): Promise<number> {
  const node = process.execPath;
  const sandbox = await openTestSandbox(node, signals, { forTests: false });
  try {
    const prepared = await step("Preparing a database", sandbox.prepare);
    const actionsKey = await buildStorefront({ node, data: sandbox.data });
    const { addresses } = await step("Starting", () => sandbox.startAll(prepared, actionsKey));
    const file = join(sandbox.data, "bench.json");
    writeJson(file, { ...addresses, databaseUrl: prepared.databaseUrl, browser: installedBrowser(node) });
    const child = spawn(node, [fromRoot("bench", "run.ts"), file, ...process.argv.slice(2)], {
      cwd: root,
      env: childEnvironment([], {}),
      stdio: "inherit",
    });
    const [code] = await once(child, "exit");
    return code ?? 1;
  } finally {
    await sandbox.close();
  }
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exit(await bench(signals));
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
