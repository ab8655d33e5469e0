import "./require-node.js";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyOfTree } from "./copy-of-tree.js";
import { dataFolder } from "./data-folder.js";
import { explain, Fault } from "./fault.js";
import { environmentFor, inHouse, root } from "./house.js";
import { installPackages } from "./install.js";
import { isCaught, namedTests, namedTestsOfBuild, plant } from "./planting.js";
import { createProcesses } from "./processes.js";
import { lastLines, run } from "./run.js";
import { findRuntime } from "./runtime.js";
import { startDatabase } from "./sandbox.js";
import { say, since, step } from "./say.js";
import { onSignal } from "./signals.js";

const OF_SERVICE = "service/";
/** Of a run that came to no test. */
const LINES_SAID = 40;

/**
 * `npm run test:teeth`: plants each bug of test/teeth into a copy of the tree and wants its test to turn red.
 * `npm run test:teeth stock` plants those alone whose name says so. Those that need a storefront which was built come last.
 */
async function teeth(signals) {
  const begun = Date.now();
  await installPackages();
  const node = findRuntime();
  const bugs = await chosen(node, process.argv.slice(2));
  const bench = await openBench(node, signals);
  try {
    const ofBuild = bugs.filter(({ needsBuild }) => needsBuild);
    const ofService = bugs.filter(({ red }) => red.file.startsWith(OF_SERVICE));
    const ofShop = bugs.filter((bug) => !ofService.includes(bug) && !ofBuild.includes(bug));
    const counts = await Promise.all([
      plantAll(bench.tree("shop"), ofShop, { node, signals, parameters: ["--conditions=react-server"] }),
      ofService.length > 0 && plantService(bench, ofService, { node, signals }),
    ]);
    // Last, and alone: a build and a browser want the whole machine.
    if (ofBuild.length > 0)
      counts.push(await plantBuilt(bench.tree("built", { isBuilt: true }), ofBuild, { node, signals }));
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

/** Returns how many were missed. */
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
    let why = unsoundness(whole, bug);
    if (!why) {
      const restore = plant(tree, bug);
      why = isCaught(await tests([bug]), bug.red);
      restore();
      await signals.unlessStopping();
    }
    if (why) missed += 1;
    tell(bug, why);
  }
  return missed;
}

/** Variables of the caller that the browser tests read. */
const OF_BROWSER = ["CI", "E2E_BROWSER", "E2E_WORKERS"];

/** Builds once without a bug, and once for each `build` word, with all its bugs. Returns how many were missed. */
async function plantBuilt(tree, bugs, { node, signals }) {
  const tests = async (bugs) => {
    const ran = await namedTestsOfBuild(node, tree, {
      tests: bugs.flatMap(({ red, visits = red }) => [red, visits]),
      env: environmentFor(OF_BROWSER, {}),
    });
    await signals.unlessStopping();
    return ran;
  };
  const whole = await step("Building the storefront without a bug, and testing it", () => tests(bugs));
  if (whole.results.length === 0) throw new Fault(`No test ran:\n${lastLines(whole.output, LINES_SAID)}`);
  let missed = 0;
  for (const [name, group] of Map.groupBy(bugs, ({ name, build = name }) => build)) {
    const restores = group.map((bug) => plant(tree, bug));
    const ran = await step(`Building the storefront with ${group.length} of them (${name})`, () => tests(group));
    for (const restore of restores.reverse()) restore();
    for (const bug of group) {
      const why = unsoundness(whole, bug) || isCaught(ran, bug.red);
      if (why) missed += 1;
      tell(bug, why);
    }
  }
  return missed;
}

/** Returns why the test would prove nothing even if it were red with the bug; undefined or false if it would. */
function unsoundness(whole, { red, visits = red }) {
  const [sound, visited] = [whole.of(red), whole.of(visits)];
  if (sound === undefined || visited === undefined) return "there is no such test";
  return !(sound.passed && visited.passed) && "it is red without the bug as well";
}

function tell({ name, breaks, red }, why) {
  say(why ? `MISSED  ${name} (${breaks}): ${why}: ${red.file}, "${red.test}"` : `caught  ${name} (${breaks})`);
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
    tree: (name, options) => copyOfTree(join(folder, name), options),
    database: async () => (await step("Starting PostgreSQL", () => startDatabase(processes, data))).url,
  };
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exitCode = await teeth(signals);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
