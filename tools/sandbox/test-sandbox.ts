import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataFolder } from "#tools/launcher/data-folder.ts";
import type { OperatorSettings } from "#tools/launcher/settings.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import type { Signals } from "#tools/lib/signals.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox-types.ts";

const ANY_PORTS = { storefront: 0, service: 0, processor: 0, mail: 0, smtp: 0 };
/** Tests have a recorder in front of the storefront, a control port of the service, and read traces and metrics. */
const TEST_PORTS = { ...ANY_PORTS, behind: 0, control: 0, collector: 0, storefrontMetrics: 0, serviceMetrics: 0 };

export type TestSandbox = Sandbox & { readonly data: string; readonly close: () => Promise<void> };

/** Creates a sandbox on free ports with an empty data folder. `close` stops it and removes everything but its logs. */
export async function openTestSandbox(
  node: string,
  signals: Signals,
  { forTests = true, operator }: { readonly forTests?: boolean; readonly operator?: OperatorSettings } = {},
): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-sandbox-"));
  // Started by root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const data = await dataFolder(folder);
  const ports = forTests ? TEST_PORTS : ANY_PORTS;
  const sandbox = createSandbox({ node, data, ports, forTests, ...(operator && { operator }) });

  async function close(): Promise<void> {
    await sandbox.stop();
    removeData();
  }
  function removeData(): void {
    if (!existsSync(data)) return;
    const logs = fromRoot("e2e-results", "logs");
    rmSync(logs, { recursive: true, force: true });
    cpSync(join(data, "logs"), logs, { recursive: true });
    rmSync(data, { recursive: true, force: true });
  }
  signals.alsoStop(close, sandbox.killAll);
  return { ...sandbox, data, close };
}
