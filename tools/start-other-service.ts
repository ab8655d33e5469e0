import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStorefront } from "./launcher/build.ts";
import { childEnvironment } from "./lib/child-environment.ts";
import { explain } from "./lib/fault.ts";
import { fromRoot, root } from "./lib/paths.ts";
import { onSignal, type Signals } from "./lib/signals.ts";

/**
 * `npm run start:other-service`: builds the storefront and starts it in front of the tests' other ticketing service, until it gets a
 * signal. Parameters such as `--delay 500` go to `test/other-service/start.ts`.
 */
async function startOtherService(signals: Signals): Promise<number> {
  const node = process.execPath;
  const data = mkdtempSync(join(tmpdir(), "foyer-other-build-"));
  await buildStorefront({ node, data }).finally(() => rmSync(data, { recursive: true, force: true }));
  await signals.unlessStopping();
  const start = fromRoot("test", "other-service", "start.ts");
  const child = spawn(node, [start, "--storefront", ...process.argv.slice(2)], {
    cwd: root,
    env: childEnvironment([], {}),
    stdio: "inherit",
  });
  const ended = once(child, "exit");
  signals.alsoStop(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const [code] = await ended;
  await signals.unlessStopping();
  return code ?? 1;
}

const signals = onSignal({ exitCode: 0 });
try {
  process.exit(await startOtherService(signals));
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
