import "./require-node.js";
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataFolder } from "./data-folder.js";
import { explain, Fault } from "./fault.js";
import { environmentFor, inHouse, root } from "./house.js";
import { installPackages } from "./install.js";
import { isCaught, namedTests, plant } from "./planting.js";
import { createProcesses } from "./processes.js";
import { lastLines, run } from "./run.js";
import { findRuntime } from "./runtime.js";
import { startDatabase } from "./sandbox.js";
import { say, since, step } from "./say.js";
import { onSignal } from "./signals.js";

const OF_SERVICE = "service/";

/**
 * `npm run test:teeth`: plants each bug of test/teeth into a copy of the tree and wants its test to turn red.
 * `npm run test:teeth stock` plants those alone whose name says so.
 */
async function teeth(signals) {
  const begun = Date.now();
  await installPackages();
  const node = findRuntime();
  const bugs = await chosen(node, process.argv.slice(2));
  const bench = await openBench(node, signals);
  try {
    const ofService = bugs.filter(({ red }) => red.file.startsWith(OF_SERVICE));
    const ofShop = bugs.filter((bug) => !ofService.includes(bug));
    const counts = await Promise.all([
      plantAll(bench.tree("shop"), ofShop, { node, signals, parameters: ["--conditions=react-server"] }),
      ofService.length > 0 && plantService(bench, ofService, { node, signals }),
    ]);
    const missed = counts.reduce((sum, count) => sum + (count || 0), 0);
    say(`\nAll of it took ${since(begun)}.`);
    say(`${bugs.length - missed} bugs caught, ${missed} missed`);
    return missed === 0 ? 0 : 1;
  } finally {
    await bench.close();
  }
}

/** The bugs that are asked for. One that no longer fits its file would prove nothing, so it stops the run. */
async function chosen(node, words) {
  const { code, output } = await run(node, [inHouse("test", "teeth", "list.ts")], { cwd: root });
  if (code !== 0) throw new Fault(lastLines(output));
  const bugs = JSON.parse(output).filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (bugs.length === 0) throw new Fault(`No bug is called ${words.join(" or ")}.`);
  return bugs;
}

/** One server for all bugs: the first run leaves a migrated template in it, and the others copy that. */
async function plantService(bench, bugs, { node, signals }) {
  const url = process.env.TEST_DATABASE_URL ?? (await bench.database());
  const tree = bench.tree("service");
  return plantAll(tree, bugs, {
    node,
    signals,
    first: { parameters: ["--test-global-setup=service/test/cluster.ts"], env: { TEST_DATABASE_URL: url } },
    env: { FOYER_TEST_CLUSTER: url },
  });
}

/** Answers how many were missed. */
async function plantAll(tree, bugs, { node, signals, parameters = [], env = {}, first = {} }) {
  const tests = (bugs, more = {}) =>
    namedTests(node, tree, {
      tests: bugs.map(({ red }) => red),
      parameters: more.parameters ?? parameters,
      env: environmentFor([], more.env ?? env),
    });
  const whole = bugs.length > 0 ? await tests(bugs, first) : undefined;
  let missed = 0;
  for (const bug of bugs) {
    const { name, breaks, red } = bug;
    const sound = whole.of(red);
    let why = sound === undefined ? "there is no such test" : !sound.passed && "it is red without the bug as well";
    if (!why) {
      const restore = plant(tree, bug);
      why = isCaught(await tests([bug]), red);
      restore();
      await signals.unlessStopping();
    }
    if (why) missed += 1;
    say(why ? `MISSED  ${name} (${breaks}): ${why}: ${red.file}, "${red.test}"` : `caught  ${name} (${breaks})`);
  }
  return missed;
}

/** Copies of the tree to plant in, and a database server; all of it is gone afterwards. */
async function openBench(node, signals) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-teeth-"));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const data = await dataFolder(join(folder, "data"));
  const processes = createProcesses({ node, logs: join(data, "logs") });
  const clearAway = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.once("exit", clearAway);
  async function close() {
    await processes.stop();
    clearAway();
  }
  signals.alsoStop(close, processes.killAll);
  return {
    close,
    tree: (name) => copyOfTree(join(folder, name)),
    database: async () => (await step("Starting PostgreSQL", () => startDatabase(processes, data))).url,
  };
}

/** What git would commit, so that what is being written is tried as well; the packages stay where they are. */
function copyOfTree(folder) {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.toString().split("\0")) {
    if (file === "" || !existsSync(inHouse(file))) continue;
    cpSync(inHouse(file), join(folder, file), { recursive: true });
  }
  symlinkSync(inHouse("node_modules"), join(folder, "node_modules"), "dir");
  // The house rules ask git which files there are.
  execFileSync("git", ["init", "--quiet", folder]);
  appendFileSync(join(folder, ".git", "info", "exclude"), "node_modules\n");
  return folder;
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exitCode = await teeth(signals);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
