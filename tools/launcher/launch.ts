import { join, relative } from "node:path";
import { explain } from "#tools/lib/fault.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import type { Ports } from "#tools/lib/ports.ts";
import { createProcesses, type Processes, type Restart } from "#tools/lib/processes.ts";
import { onSignal } from "#tools/lib/signals.ts";
import { print, since, step } from "#tools/lib/terminal.ts";
import { claim, dataFolder } from "./data-folder.ts";
import { checkSettingsOf, runPreflightChecks } from "./preflight.ts";
import { type OperatorSettings, readOperatorSettings } from "./settings.ts";
import type { Addresses, Shop } from "./shop.ts";

/** The inputs of a shop. */
export type ShopOptions = {
  readonly node: string;
  readonly data: string;
  readonly operator: OperatorSettings;
  readonly processes: Processes;
};

/** Checks the settings, prepares and starts a shop. `actionsKey` returns the key of the server actions, and may build. */
export async function prepareAndStart<Prepared>(
  shop: Shop<Prepared>,
  options: ShopOptions,
  actionsKey: (options: ShopOptions) => Promise<string>,
): ReturnType<Shop["startAll"]> {
  await step("Checking the settings", async () => {
    const { storefront, service } = shop.expectedSettings();
    await checkSettingsOf("storefront", options.node, storefront);
    if (service !== undefined) await checkSettingsOf("service", options.node, service);
    await runPreflightChecks(options.operator);
  });
  const prepared = await step("Preparing", shop.prepare);
  for (const note of prepared.notes) print(note);
  const key = await actionsKey(options);
  return step("Starting", () => shop.startAll(prepared, key));
}

/**
 * Starts a shop, prints its addresses and runs until a signal arrives or a program ends for good. `prepareAndStart`
 * builds and starts the programs. `folder` is the data folder below the root unless FOYER_DATA is set.
 */
export async function launch({
  folder,
  restart,
  prepareAndStart,
}: {
  readonly folder: string;
  readonly restart?: Restart;
  readonly prepareAndStart: (options: ShopOptions) => ReturnType<Shop["startAll"]>;
}): Promise<void> {
  const begun = Date.now();
  const signals = onSignal();
  const undo: (() => void | Promise<void>)[] = [];
  const alsoStop = (stop: () => void | Promise<void>, kill?: () => void) => {
    undo.push(stop);
    signals.alsoStop(stop, kill);
  };
  try {
    const node = process.execPath;
    const operator = readOperatorSettings();
    const data = await dataFolder(operator.dataFolder ?? fromRoot(folder));
    const { publish, release } = claim(data);
    alsoStop(release);
    const processes = createProcesses({ node, logs: join(data, "logs"), restart });
    alsoStop(processes.stop, processes.killAll);
    const { addresses, moved } = await prepareAndStart({ node, data, operator, processes });
    publish(addresses.storefront);
    const wanted: Ports = operator.ports;
    for (const [name, port] of moved) print(`Port ${wanted[name]} is busy: the ${name} is at ${port}.`);
    print(`\nFoyer is ready, after ${since(begun)}.\n`);
    welcome(addresses, data);
    throw await processes.death;
  } catch (fault) {
    await signals.unlessStopping();
    for (const stop of undo.reverse()) await stop();
    process.exit(explain(fault));
  }
}

function welcome(addresses: Addresses, data: string): void {
  const { storefront, listens, service, ca, user, password, mail, goodCard, badCard } = addresses;
  const shown = (path: string) => (relative("", path).startsWith("..") ? path : relative("", path));
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["Storefront", storefront],
    ...(listens === storefront ? [] : [["", `listens at ${listens}`] as const]),
    ...(user
      ? [
          ["Promoters", `${storefront}/en/promoter`] as const,
          ["", `${user}  ·  ${password ?? "its existing password, which a start never changes"}`] as const,
        ]
      : []),
    ["Service", service],
    ...(ca ? [["", `its certificate authority: ${shown(ca)}`] as const] : []),
    ...(mail ? [["Inbox", `${mail}  ·  every message that is sent`] as const] : []),
    ...(goodCard ? [["A card that pays", `${goodCard}  ·  any future expiry  ·  any three digits`] as const] : []),
    ...(badCard ? [["A card that is declined", badCard] as const] : []),
    ["Logs", shown(join(data, "logs"))],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) print(`  ${name.padEnd(width)}  ${value}`);
  print("\nCtrl-C stops everything.");
}
