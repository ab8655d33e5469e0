import { join, relative } from "node:path";
import { buildStorefront } from "./launcher/build.ts";
import { claim, dataFolder } from "./launcher/data-folder.ts";
import { type OperatorSettings, readOperatorSettings } from "./launcher/operator-settings.ts";
import { createRemote } from "./launcher/remote.ts";
import type { Addresses, Shop } from "./launcher/shop.ts";
import { checkStorefrontSettings, checkSurroundings } from "./launcher/surroundings.ts";
import { explain } from "./lib/fault.ts";
import type { Ports } from "./lib/ports.ts";
import { createProcesses } from "./lib/processes.ts";
import { onSignal } from "./lib/signals.ts";
import { print, since, step } from "./lib/terminal.ts";
import { createSandbox } from "./sandbox/sandbox.ts";

/** A program that ends is restarted up to three times, after growing waits; ten minutes without an end reset the count. */
const RESTART = { waitsMs: [1_000, 4_000, 16_000], stableMs: 600_000, note: print };

/** `npm start`: brings up a shop that sells, from a fresh clone or on the data of an earlier start. */
async function start(): Promise<void> {
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
    const data = await dataFolder(operator.dataFolder);
    const { publish, release } = claim(data);
    alsoStop(release);
    await step("Checking the settings", () => checkSurroundings(operator));
    const processes = createProcesses({ node, logs: join(data, "logs"), restart: RESTART });
    alsoStop(processes.stop, processes.killAll);
    const options = { node, data, operator, processes };
    const { addresses, moved } = operator.isRemote
      ? await bringUp(createRemote(options), options)
      : await bringUp(createSandbox(options), options);
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

type Options = { readonly node: string; readonly data: string; readonly operator: OperatorSettings };

async function bringUp<Prepared>(shop: Shop<Prepared>, { node, data, operator }: Options) {
  await checkStorefrontSettings(node, shop.expectedSettings());
  const prepared = await step("Preparing", shop.prepare);
  for (const note of prepared.notes) print(note);
  const actionsKey = await buildStorefront({ node, data, operator });
  return step("Starting", () => shop.startAll(prepared, actionsKey));
}

function welcome(addresses: Addresses, data: string): void {
  const { storefront, listens, service, ca, user, password, goodCard, badCard } = addresses;
  const shown = (path: string) => (relative("", path).startsWith("..") ? path : relative("", path));
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["Storefront", storefront],
    ...(listens === storefront ? [] : [["", `listens at ${listens}`] as const]),
    ...(user
      ? [
          ["Promoters", `${storefront}/en/promoter`] as const,
          ["", `${user}  ·  ${password ?? "the password that it has, which no start changes"}`] as const,
        ]
      : []),
    ["Service", service],
    ...(ca ? [["", `its certificate authority: ${shown(ca)}`] as const] : []),
    ...(goodCard ? [["A card that pays", `${goodCard}  ·  any expiry to come  ·  any three digits`] as const] : []),
    ...(badCard ? [["A card that is declined", badCard] as const] : []),
    ["Logs", shown(join(data, "logs"))],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) print(`  ${name.padEnd(width)}  ${value}`);
  print("\nCtrl-C stops everything.");
}

await start();
