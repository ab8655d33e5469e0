import { actionsKeyFaults } from "./launcher/actions-key.ts";
import { buildStorefront, isBuilt } from "./launcher/build.ts";
import { buildFaults, looksOf, readBuildSettings } from "./launcher/build-settings.ts";
import { faultsIn } from "./launcher/preflight.ts";
import { Fault } from "./lib/fault.ts";
import { childEnvironment } from "./lib/run.ts";
import { runCommand } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";

/** `npm run build`: builds the storefront for `npm run serve`, with the key and the looks of this environment. */
await runCommand(async () => {
  const node = process.execPath;
  const looks = await faultsIn("looks", node, childEnvironment([], looksOf(process.env)));
  const faults = [...buildFaults(process.env), ...actionsKeyFaults(process.env), ...(looks === "" ? [] : [looks])];
  if (faults.length > 0) throw new Fault(faults.join("\n"));
  const operator = readBuildSettings();
  if (isBuilt(node, operator)) print("The storefront is built already from these sources and settings.");
  else await buildStorefront({ node, operator });
  return 0;
});
