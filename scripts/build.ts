import { buildStorefront, isBuilt } from "./launcher/build.ts";
import { checkSettingsOf } from "./launcher/preflight.ts";
import { readBuildSettings } from "./launcher/settings.ts";
import { childEnvironment } from "./lib/run.ts";
import { runCommand } from "./lib/signals.ts";
import { print } from "./lib/terminal.ts";

/** `npm run build`: builds the storefront for `npm run serve`, with the key and the looks of this environment. */
await runCommand(async () => {
  const node = process.execPath;
  const operator = readBuildSettings();
  await checkSettingsOf("looks", node, childEnvironment([], operator.looks));
  if (isBuilt(node, operator)) print("The storefront is built already from these sources and settings.");
  else await buildStorefront({ node, operator });
  return 0;
});
