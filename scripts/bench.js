import "./require-node.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buildStorefront } from "./build.js";
import { writeWhole } from "./data-folder.js";
import { explain } from "./fault.js";
import { environmentFor, inHouse, root } from "./house.js";
import { installPackages } from "./install.js";
import { findRuntime } from "./runtime.js";
import { step } from "./say.js";
import { onSignal } from "./signals.js";
import { openTestHouse } from "./test-house.js";

/**
 * `npm run bench`: ratios of things measured side by side, in a sandbox that is gone afterwards. `npm run bench page`
 * measures one of them: scripts, page, pricing, find or reserve.
 */
async function bench(signals) {
  await installPackages();
  const node = findRuntime();
  const house = await openTestHouse(node, signals, { forTests: false });
  try {
    const prepared = await step("Preparing a database", house.prepare);
    const actionsKey = await buildStorefront({ node, data: house.data });
    const { addresses } = await step("Starting", () => house.startAll(prepared, actionsKey));
    const file = join(house.data, "bench.json");
    writeWhole(file, { ...addresses, databaseUrl: prepared.databaseUrl });
    const child = spawn(node, [inHouse("bench", "run.ts"), file, ...process.argv.slice(2)], {
      cwd: root,
      env: environmentFor([], {}),
      stdio: "inherit",
    });
    const [code] = await once(child, "exit");
    return code ?? 1;
  } finally {
    await house.close();
  }
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exit(await bench(signals));
} catch (fault) {
  await signals.unlessStopping();
  process.exit(explain(fault));
}
