import "./require-node.js";
import { join, relative } from "node:path";
import { buildStorefront } from "./build.js";
import { claim, dataFolder } from "./data-folder.js";
import { explain } from "./fault.js";
import { installPackages } from "./install.js";
import { createRemote, isRemote } from "./remote.js";
import { findRuntime } from "./runtime.js";
import { createSandbox } from "./sandbox.js";
import { say, since, step } from "./say.js";
import { onSignal } from "./signals.js";

const { FOYER_PORT = 4000, FOYER_SERVICE_PORT = 4001, FOYER_PROCESSOR_PORT = 4002 } = process.env;
const PORTS = {
  storefront: Number(FOYER_PORT),
  service: Number(FOYER_SERVICE_PORT),
  processor: Number(FOYER_PROCESSOR_PORT),
};

/** `npm start`: from a fresh clone, or from yesterday's, to a shop that sells. */
async function start() {
  const begun = Date.now();
  const signals = onSignal();
  try {
    await installPackages();
    const node = findRuntime();
    const data = await dataFolder();
    const { tellAddress, letGo } = claim(data);
    signals.alsoStop(letGo);
    const house = isRemote()
      ? createRemote({ node, data, ports: PORTS })
      : createSandbox({ node, data, ports: PORTS, databaseUrl: process.env.DATABASE_URL });
    signals.alsoStop(house.stop, house.killAll);
    try {
      const prepared = await step(isRemote() ? "Checking the settings" : "Preparing the database", house.prepare);
      for (const note of prepared.notes) say(note);
      const actionsKey = await buildStorefront({ node, data });
      const { addresses, moved } = await step("Starting", () => house.startAll(prepared, actionsKey));
      tellAddress(addresses.storefront);
      for (const [name, port] of moved) say(`Port ${PORTS[name]} is busy: the ${name} is at ${port}.`);
      say(`\nFoyer is ready, after ${since(begun)}.\n`);
      welcome(addresses, data);
      throw await house.death;
    } catch (fault) {
      await signals.unlessStopping();
      await house.stop();
      letGo();
      throw fault;
    }
  } catch (fault) {
    await signals.unlessStopping();
    process.exit(explain(fault));
  }
}

function welcome({ storefront, service, ca, user, password, goodCard, badCard }, data) {
  const shown = (path) => (relative("", path).startsWith("..") ? path : relative("", path));
  const rows = [
    ["Storefront", storefront],
    ...(user
      ? [
          ["Promoters", `${storefront}/en/promoter`],
          ["", `${user}  ·  ${password}`],
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
