import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStorefront } from "#scripts/launcher/build.ts";
import { dataFolder } from "#scripts/launcher/data-folder.ts";
import type { OperatorSettings } from "#scripts/launcher/settings.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import { step } from "#scripts/lib/progress.js";
import type { Signals } from "#scripts/lib/signals.ts";
import { createSandbox } from "./sandbox.ts";

const ANY_PORTS = { storefront: 0, service: 0, processor: 0, mail: 0, smtp: 0 };
/** Tests have a recorder in front of the storefront, a control port of the service, and read traces and metrics. */
const TEST_PORTS = { ...ANY_PORTS, behind: 0, control: 0, collector: 0, storefrontMetrics: 0, serviceMetrics: 0 };

type Options = { readonly forTests?: boolean; readonly operator?: OperatorSettings };

/** Creates a sandbox on free ports with an empty data folder. `close` stops it and removes everything but its logs. */
export async function openTestSandbox(node: string, signals: Signals, { forTests = true, operator }: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-sandbox-"));
  // Started by root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const data = await dataFolder(folder);
  const ports = forTests ? TEST_PORTS : ANY_PORTS;
  const sandbox = createSandbox({ node, data, ports, forTests, ...(operator && { operator }) });

  /** Makes the database and the build, and starts every program. */
  async function bringUp() {
    const prepared = await step("Preparing a database", sandbox.prepare);
    const actionsKey = await buildStorefront({ node, data });
    const { addresses } = await step("Starting", () => sandbox.startAll(prepared, actionsKey));
    return { addresses, databaseUrl: prepared.databaseUrl };
  }

  async function close(): Promise<void> {
    await sandbox.stop();
    if (!existsSync(data)) return;
    const logs = fromRoot("e2e-results", "logs");
    rmSync(logs, { recursive: true, force: true });
    cpSync(join(data, "logs"), logs, { recursive: true });
    rmSync(data, { recursive: true, force: true });
  }
  signals.alsoStop(close, sandbox.killAll);
  return { ...sandbox, data, bringUp, close };
}
