import { join, resolve } from "node:path";
import { Fault } from "#scripts/lib/fault.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import { createProcesses } from "#scripts/lib/processes.ts";
import { childEnvironment } from "#scripts/lib/run.ts";
import { createSandbox } from "#scripts/sandbox/sandbox.ts";
import { DEFAULT_FOLDERS, newSecrets } from "./data-folder.ts";
import { faultsIn, fileFaults, lookAtService, runPreflightChecks, stopAtFaults } from "./preflight.ts";
import { givenIn, launcherFaults, type OperatorSettings, readOperatorSettings } from "./settings.ts";
import { createRemote, printReadiness } from "./storefront.ts";

type Options = { readonly node: string; readonly folder: keyof typeof DEFAULT_FOLDERS; readonly reloads: boolean };

/**
 * Returns the settings of this environment, checked with all that they refer to. Throws a Fault with everything that is wrong, before
 * anything is written or started.
 */
export async function checkedSettings({ node, folder, reloads }: Options): Promise<OperatorSettings> {
  const refusals = launcherFaults(process.env);
  if (refusals.length > 0) {
    // The settings of each program cannot be derived from wrong ones, so only the given values are checked.
    const values = await faultsIn("values", node, childEnvironment([], givenIn(process.env)));
    throw new Fault([...refusals, values].filter(Boolean).join("\n"));
  }
  const operator = readOperatorSettings();
  const data = resolve(operator.dataFolder ?? fromRoot(DEFAULT_FOLDERS[folder]));
  // Nothing is written for a check, so there are other secrets than the folder's.
  const processes = createProcesses({ node, logs: join(data, "logs") });
  const options = { node, data, operator, processes, reloads, secrets: newSecrets() };
  const expected = operator.isRemote
    ? createRemote(options).expectedSettings()
    : createSandbox(options).expectedSettings();
  await stopAtFaults(node, expected, fileFaults(operator));
  await runPreflightChecks(operator);
  if (operator.isRemote) printReadiness(await lookAtService(node, expected.storefront));
  return operator;
}
