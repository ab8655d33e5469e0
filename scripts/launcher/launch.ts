import { randomBytes } from "node:crypto";
import { join, relative } from "node:path";
import { explain } from "#scripts/lib/fault.ts";
import { fromRoot } from "#scripts/lib/files.ts";
import type { Ports } from "#scripts/lib/ports.ts";
import { createProcesses, type Restart } from "#scripts/lib/processes.ts";
import { step } from "#scripts/lib/progress.js";
import { onSignal } from "#scripts/lib/signals.ts";
import { print, since } from "#scripts/lib/terminal.ts";
import type { Addresses, Shop } from "#scripts/sandbox/addresses.ts";
import { createSandbox } from "#scripts/sandbox/sandbox.ts";
import { buildStorefront } from "./build.ts";
import { checkedSettings } from "./check-settings.ts";
import { claim, DEFAULT_FOLDERS, dataFolder } from "./data-folder.ts";
import { createRemote } from "./storefront.ts";

/**
 * Starts a shop, prints its addresses and runs until a signal arrives or a program ends for good. `folder` is its data
 * folder unless FOYER_DATA is set. With `reloads` nothing is built: service and storefront run changed sources at once.
 */
export async function launch({
  folder,
  restart,
  reloads = false,
}: {
  readonly folder: keyof typeof DEFAULT_FOLDERS;
  readonly restart?: Restart;
  readonly reloads?: boolean;
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
    const operator = await step("Checking the settings", () => checkedSettings({ node, folder, reloads }));
    const data = await dataFolder(operator.dataFolder ?? fromRoot(DEFAULT_FOLDERS[folder]));
    const { publish, release } = claim(data);
    alsoStop(release);
    const processes = createProcesses({ node, logs: join(data, "logs"), restart });
    alsoStop(processes.stop, processes.killAll);

    async function prepareAndStart<Prepared>(shop: Shop<Prepared>) {
      const prepared = await step("Preparing", shop.prepare);
      for (const note of prepared.notes) print(note);
      // A development server compiles actions at each start, so their key need not be kept.
      const key = reloads ? randomBytes(32).toString("base64") : await buildStorefront({ node, data, operator });
      return step("Starting", () => shop.startAll(prepared, key));
    }

    const options = { node, data, operator, processes, reloads };
    const { addresses, moved } = operator.isRemote
      ? await prepareAndStart(createRemote(options))
      : await prepareAndStart(createSandbox(options));
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
  const rows = {
    Storefront: [storefront, listens !== storefront && `listens at ${listens}`],
    Promoters: [
      user && `${storefront}/en/promoter`,
      user && `${user}  ·  ${password ?? "its existing password, which a start never changes"}`,
    ],
    Service: [service, ca && `its certificate authority: ${shown(ca)}`],
    Inbox: [mail && `${mail}  ·  every message that is sent`],
    "A card that pays": [goodCard && `${goodCard}  ·  any future expiry  ·  any three digits`],
    "A card that is declined": [badCard],
    Logs: [shown(join(data, "logs"))],
  };
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  for (const [name, lines] of Object.entries(rows))
    for (const [at, line] of lines.filter(Boolean).entries())
      print(`  ${(at === 0 ? name : "").padEnd(width)}  ${line}`);
  print("\nCtrl-C stops everything.");
}
