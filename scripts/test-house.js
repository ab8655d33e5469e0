import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataFolder } from "./data-folder.js";
import { inHouse } from "./house.js";
import { createSandbox } from "./sandbox.js";

const ANY_PORTS = { storefront: 0, service: 0, processor: 0 };
/** Tests put a recorder in front of the storefront, and steer the service. */
const PORTS_OF_TESTS = { ...ANY_PORTS, behind: 0, control: 0 };

/** A whole sandbox on free ports with an empty folder of its own, which is gone afterwards but for its logs. */
export async function openTestHouse(node, signals, { forTests = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-house-"));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const data = await dataFolder(folder);
  const house = createSandbox({ node, data, ports: forTests ? PORTS_OF_TESTS : ANY_PORTS, forTests });

  async function close() {
    await house.stop();
    clearAway();
  }
  function clearAway() {
    if (!existsSync(data)) return;
    cpSync(join(data, "logs"), inHouse("test-results", "logs"), { recursive: true, force: true });
    rmSync(data, { recursive: true, force: true });
  }
  signals.alsoStop(close, house.killAll);
  return { ...house, data, close };
}
