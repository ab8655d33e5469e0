import { buildStorefront, isBuilt } from "./launcher/build.ts";
import { checkSettingsOf } from "./launcher/preflight.ts";
import { readBuildSettings } from "./launcher/settings.ts";
import { childEnvironment } from "./lib/child-environment.ts";
import { explain } from "./lib/fault.ts";
import { onSignal } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";

const INTERRUPTED = 130;

/** `npm run build`: builds the storefront for `npm run serve`, with the key and the looks of this environment. */
const signals = onSignal({ exitCode: INTERRUPTED });
try {
  const node = process.execPath;
  const operator = readBuildSettings();
  await checkSettingsOf("looks", node, childEnvironment([], operator.looks));
  if (isBuilt(node, operator)) print("The storefront is built already from these sources and settings.");
  else await buildStorefront({ node, operator });
  process.exit(0);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
