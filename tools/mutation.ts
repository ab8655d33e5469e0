import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "#test/mutation/mutant.ts";
import { dataFolder } from "./launcher/data-folder.ts";
import { childEnvironment, type Variables } from "./lib/child-environment.ts";
import { explain, Fault } from "./lib/fault.ts";
import { fromRoot, root } from "./lib/paths.ts";
import { createProcesses } from "./lib/processes.ts";
import { lastLines, run } from "./lib/run.ts";
import { onSignal, type Signals } from "./lib/signals.ts";
import { print, since, step } from "./lib/terminal.ts";
import { copyOfTree } from "./mutation/copy-of-tree.ts";
import { insertMutant, namedTests, namedTestsOfBuild, reasonForMissing, type TestRun } from "./mutation/mutants.ts";
import { startDatabase } from "./sandbox/start-database.ts";

const OF_SERVICE = "service/";
/** Lines of output shown when no test ran. */
const LINES_SHOWN = 40;

type ListedMutant = Mutant & { readonly needsBuild: boolean };
type Context = { readonly node: string; readonly signals: Signals };
type TestOptions = { readonly parameters?: readonly string[]; readonly env?: Variables };

/**
 * `npm run test:mutation`: inserts each mutant into a copy of the tree and expects its test to fail. `npm run test:mutation
 * stock` tests only the mutants whose name contains the word. Mutants whose test needs a built storefront come last.
 */
async function testMutants(signals: Signals): Promise<number> {
  const begun = Date.now();
  const node = process.execPath;
  const mutants = await chosenMutants(node, process.argv.slice(2));
  const workspace = await openWorkspace(node, signals);
  try {
    const ofBuild = mutants.filter(({ needsBuild }) => needsBuild);
    const ofService = mutants.filter(({ red }) => red.file.startsWith(OF_SERVICE));
    const ofShop = mutants.filter((mutant) => !ofService.includes(mutant) && !ofBuild.includes(mutant));
    const shopOptions = { parameters: ["--conditions=react-server"] };
    const counts = await Promise.all([
      testEach(workspace.tree("shop"), ofShop, { node, signals }, shopOptions),
      ofService.length > 0 ? testServiceMutants(workspace, ofService, { node, signals }) : 0,
    ]);
    // Last and alone, since a build and a browser use the whole machine.
    if (ofBuild.length > 0) {
      const tree = workspace.tree("built", { isBuilt: true });
      for (const chosen of Map.groupBy(ofBuild, ({ at }) => at).values())
        counts.push(await testBuilt(tree, chosen, { node, signals }));
    }
    const missed = counts.reduce((sum, count) => sum + count, 0);
    print(`\nTotal time: ${since(begun)}.`);
    print(`${mutants.length - missed} mutants caught, ${missed} missed`);
    return missed === 0 ? 0 : 1;
  } finally {
    await workspace.close();
  }
}

/** Returns the mutants whose name contains one of the words. Throws a Fault when a mutant is stale or none matches. */
async function chosenMutants(node: string, words: readonly string[]): Promise<readonly ListedMutant[]> {
  const { code, output } = await run(node, [fromRoot("test", "mutation", "list.ts")], { cwd: root });
  if (code !== 0) throw new Fault(lastLines(output));
  const all: readonly ListedMutant[] = JSON.parse(output);
  const mutants = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (mutants.length === 0) throw new Fault(`No mutant's name contains ${words.join(" or ")}.`);
  return mutants;
}

/** Tests the service's mutants on one database server. The first run creates a migrated template, which the others copy. */
async function testServiceMutants(
  workspace: Workspace,
  mutants: readonly ListedMutant[],
  context: Context,
): Promise<number> {
  const url = process.env.TEST_DATABASE_URL ?? (await workspace.database());
  const first = { parameters: ["--test-global-setup=service/test/cluster.ts"], env: { TEST_DATABASE_URL: url } };
  return testEach(workspace.tree("service"), mutants, context, { env: { FOYER_TEST_CLUSTER: url } }, first);
}

/** Tests one mutant after another; `first` are the options of the run without a mutant. Returns how many were missed. */
async function testEach(
  tree: string,
  mutants: readonly ListedMutant[],
  { node, signals }: Context,
  options: TestOptions,
  first: TestOptions = options,
): Promise<number> {
  const runTests = (chosen: readonly ListedMutant[], { parameters = [], env = {} }: TestOptions) =>
    namedTests(node, tree, { tests: chosen.map(({ red }) => red), parameters, env: childEnvironment([], env) });
  if (mutants.length === 0) return 0;
  const unchanged = await runTests(mutants, first);
  let missed = 0;
  for (const mutant of mutants) {
    let reason = invalidReason(unchanged, mutant);
    if (reason === undefined) {
      const restore = insertMutant(tree, mutant);
      reason = reasonForMissing(await runTests([mutant], options), mutant.red);
      restore();
      await signals.unlessStopping();
    }
    if (reason !== undefined) missed += 1;
    report(mutant, reason);
  }
  return missed;
}

/** Variables of the caller that the browser tests read. */
const OF_BROWSER = ["CI", "E2E_BROWSER"];

/**
 * Builds once without a mutant, and once for each `build` group with all its mutants, which run at the same place. Returns
 * how many were missed.
 */
async function testBuilt(tree: string, mutants: readonly ListedMutant[], { node, signals }: Context): Promise<number> {
  const at = mutants[0]?.at;
  const runTests = async (chosen: readonly ListedMutant[]): Promise<TestRun> => {
    const result = await namedTestsOfBuild(node, tree, {
      at,
      tests: chosen.flatMap(({ red, visits = red }) => [red, visits]),
      env: childEnvironment(OF_BROWSER, {}),
    });
    await signals.unlessStopping();
    return result;
  };
  const unchanged = await step("Building the storefront without a mutant, and testing it", () => runTests(mutants));
  if (unchanged.outcomes.length === 0) throw new Fault(`No test ran:\n${lastLines(unchanged.output, LINES_SHOWN)}`);
  let missed = 0;
  for (const [name, group] of Map.groupBy(mutants, ({ name, build = name }) => build)) {
    const restores = group.map((mutant) => insertMutant(tree, mutant));
    const result = await step(`Building the storefront with ${group.length} mutants (${name})`, () => runTests(group));
    for (const restore of restores.reverse()) restore();
    for (const mutant of group) {
      const reason = invalidReason(unchanged, mutant) ?? reasonForMissing(result, mutant.red);
      if (reason !== undefined) missed += 1;
      report(mutant, reason);
    }
  }
  return missed;
}

/** Returns why a failure of the test would not prove that it catches the mutant, or `undefined` when it would. */
function invalidReason(unchanged: TestRun, { red, visits = red }: ListedMutant): string | undefined {
  const [result, visited] = [unchanged.of(red), unchanged.of(visits)];
  if (result === undefined || visited === undefined) return "there is no such test";
  return result.passed && visited.passed ? undefined : "it fails without the mutant as well";
}

function report({ name, breaks, red }: ListedMutant, reason: string | undefined): void {
  print(
    reason === undefined
      ? `caught  ${name} (${breaks})`
      : `MISSED  ${name} (${breaks}): ${reason}: ${red.file}, "${red.test}"`,
  );
}

type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

/** Creates copies of the tree, and a database server when needed. `close` removes everything. */
async function openWorkspace(node: string, signals: Signals) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-mutation-"));
  // Started by root, the database runs as another user, which needs access to the folder.
  chmodSync(folder, 0o711);
  const data = await dataFolder(join(folder, "data"));
  const processes = createProcesses({ node, logs: join(data, "logs") });
  const removeAll = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.once("exit", removeAll);
  async function close(): Promise<void> {
    await processes.stop();
    removeAll();
  }
  signals.alsoStop(close, processes.killAll);
  return {
    close,
    tree: (name: string, options?: { readonly isBuilt: boolean }) => copyOfTree(join(folder, name), options),
    database: async () => (await step("Starting PostgreSQL", () => startDatabase(processes, data))).url,
  };
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exitCode = await testMutants(signals);
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
