import { spawn } from "node:child_process";
import { once } from "node:events";
import { buildStorefront } from "#tools/launcher/build.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { explain } from "#tools/lib/fault.ts";
import { root } from "#tools/lib/paths.ts";

// Builds the storefront, then kills it and everything behind it under load.

try {
  const actionsKey = await buildStorefront({ node: process.execPath });
  const parameters = ["service/test/kills/full.ts", ...process.argv.slice(2), "--actions", actionsKey];
  const env = childEnvironment(["FOYER_SEED"], {});
  const child = spawn(process.execPath, parameters, { cwd: root, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "close");
  process.exit(Number(code ?? 1));
} catch (error) {
  process.exit(explain(error));
}
