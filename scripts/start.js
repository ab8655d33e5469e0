import "./require-node.js";
import { join, relative } from "node:path";
import { buildStorefront } from "./build.js";
import { claim, dataFolder } from "./data-folder.js";
import { explain } from "./fault.js";
import { installPackages } from "./install.js";
import { readOperatorSettings } from "./operator-settings.js";
import { createProcesses } from "./processes.js";
import { createRemote } from "./remote.js";
import { findRuntime } from "./runtime.js";
import { createSandbox } from "./sandbox.js";
import { say, since, step } from "./say.js";
import { onSignal } from "./signals.js";
import { checkStorefrontSettings, checkSurroundings } from "./surroundings.js";

/** What dies is restarted three times, each time after a longer wait; ten quiet minutes make it as good as new. */
const RESTART = { waitsMs: [1_000, 4_000, 16_000], stableMs: 600_000, note: say };

/** `npm start`: from a fresh clone, or from yesterday's, to a shop that sells. */
async function start() {
  const begun = Date.now();
  const signals = onSignal();
  const undo = [];
  const alsoStop = (stop, now) => {
    undo.push(stop);
    signals.alsoStop(stop, now);
  };
  try {
    const operator = readOperatorSettings();
    const data = await dataFolder(operator.dataFolder);
    const { tellAddress, letGo } = claim(data);
    alsoStop(letGo);
    await step("Checking the settings", () => checkSurroundings(operator));
    await installPackages();
    const node = findRuntime();
    const processes = createProcesses({ node, logs: join(data, "logs"), restart: RESTART });
    const shop = (operator.isRemote ? createRemote : createSandbox)({ node, data, operator, processes });
    alsoStop(shop.stop, shop.killAll);
    await checkStorefrontSettings(node, shop.expectedSettings());
    const prepared = await step("Preparing", shop.prepare);
    for (const note of prepared.notes) say(note);
    const actionsKey = await buildStorefront({ node, data, operator });
    const { addresses, moved } = await step("Starting", () => shop.startAll(prepared, actionsKey));
    tellAddress(addresses.storefront);
    for (const [name, port] of moved) say(`Port ${operator.ports[name]} is busy: the ${name} is at ${port}.`);
    say(`\nFoyer is ready, after ${since(begun)}.\n`);
    welcome(addresses, data);
    throw await shop.death;
  } catch (fault) {
    await signals.unlessStopping();
    for (const stop of undo.reverse()) await stop();
    process.exit(explain(fault));
  }
}

function welcome({ storefront, listens, service, ca, user, password, goodCard, badCard }, data) {
  const shown = (path) => (relative("", path).startsWith("..") ? path : relative("", path));
  const rows = [
    ["Storefront", storefront],
    ...(listens === storefront ? [] : [["", `listens at ${listens}`]]),
    ...(user
      ? [
          ["Promoters", `${storefront}/en/promoter`],
          ["", `${user}  ·  ${password ?? "the password that it has, which no start changes"}`],
        ]
      : []),
    ["Service", service],
    ...(ca ? [["", `its certificate authority: ${shown(ca)}`]] : []),
    ...(goodCard ? [["A card that pays", `${goodCard}  ·  any expiry to come  ·  any three digits`]] : []),
    ...(badCard ? [["A card that is declined", badCard]] : []),
    ["Logs", shown(join(data, "logs"))],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) say(`  ${name.padEnd(width)}  ${value}`);
  say("\nCtrl-C stops everything.");
}

await start();
