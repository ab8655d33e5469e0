import { parseArgs } from "node:util";
import { buildStorefront } from "./launcher/build.ts";
import { childEnvironment, type Variables } from "./lib/child-environment.ts";
import { Fault } from "./lib/fault.ts";
import { root } from "./lib/paths.ts";
import { run } from "./lib/run.ts";
import { runCommand, type Signals } from "./lib/signals.ts";
import { print, since } from "./lib/terminal.ts";
import { missingPrograms } from "./testing/edge.ts";

type Stage = {
  readonly name: string;
  /** Parameters of Node. */
  readonly command: readonly string[];
  readonly settings?: Variables;
  /** Programs of the distribution without which it cannot run. */
  readonly needs?: readonly string[];
};

const PASSED_ON = [
  ...["CI", "TEST_DATABASE_URL", "E2E_BROWSER", "E2E_WORKERS", "E2E_TIMEOUT_FACTOR"],
  ...["FOYER_RACE_SIZE", "FOYER_SEED"],
];
/** One file at a time: edges choose free ports, and tests compare the processor's ledger. */
const NODE_TESTS = ["--conditions=react-server", "--test", "--test-concurrency=1"];
/** The exit code of a stage that finds that it cannot run here. */
const NOT_RUN = 77;
const CARDS = "P56: the good card leads to a ticket |P56: the bad card leads back ";

/** The stages, those that fail soonest first. Each is a command that can be run by itself. */
const stages = (actionsKey: string): readonly Stage[] => [
  { name: "targets", command: [...NODE_TESTS, "tools/testing/false-targets.test.ts"], settings: { E2E_SIZE: "full" } },
  {
    name: "edges",
    command: [...NODE_TESTS, "test/edge/*.test.ts"],
    needs: ["nginx", "caddy", "systemd-analyze", "promtool"],
  },
  {
    name: "restore",
    command: [...NODE_TESTS, "service/test/restore/restore.rehearsal.ts"],
    needs: ["initdb", "pg_basebackup"],
  },
  { name: "production", command: [...NODE_TESTS, "test/production/*.test.ts"] },
  { name: "gate", command: ["tools/test.ts", "--full"] },
  { name: "kills", command: ["service/test/kills/full.ts", "--kills", "300", "--actions", actionsKey] },
  { name: "cuts", command: ["service/test/kills/cuts/main.ts"] },
  { name: "clock", command: ["service/test/kills/clock/main.ts"] },
  { name: "disk", command: ["service/test/kills/full-disk.ts"] },
  { name: "soak", command: ["service/test/soak/main.ts", "--hours", "0.25"] },
  { name: "nginx", command: ["tools/e2e.ts", "--nginx", "--project=desktop"], needs: ["nginx"] },
  { name: "rolling", command: [...NODE_TESTS, "test/production/rolling/*.test.ts"], needs: ["nginx"] },
  {
    name: "cards",
    command: ["tools/e2e.ts", "--project=desktop", "--repeat-each=100", "--retries=0", "--reporter=dot", "-g", CARDS],
  },
  { name: "other-service", command: ["tools/e2e.ts", "--other-service"] },
  { name: "uat", command: ["tools/e2e.ts", "--uat"] },
];

/** `npm run test:full [-- <stage> …]`: the checks at full size, one after another. Returns 1 when one of them failed. */
async function full(signals: Signals): Promise<number> {
  const node = process.execPath;
  const { positionals } = parseArgs({ allowPositionals: true });
  const names = stages("").map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Fault(`There is no stage ${unknown}, only ${names.join(", ")}.`);
  const all = stages(await buildStorefront({ node }));

  const results: (readonly [result: "passed" | "FAILED" | "NOT RUN", line: string])[] = [];
  for (const { name, command, settings = {}, needs = [] } of all) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const missing = missingPrograms(needs);
    if (missing.length > 0) {
      results.push(["NOT RUN", `${name}: ${missing.join(", ")} not installed`]);
      continue;
    }
    print(`\n${name}`);
    const begun = Date.now();
    const env = childEnvironment(PASSED_ON, settings);
    const { code } = await run(node, command, { cwd: root, env, stdio: "inherit", endsCleanly: true });
    await signals.unlessStopping();
    const result = code === NOT_RUN ? "NOT RUN" : code === 0 ? "passed" : "FAILED";
    results.push([result, `${name} · ${since(begun)}`]);
  }
  print();
  for (const [result, line] of results) print(`${result.padEnd(8)} ${line}`);
  const failed = results.filter(([result]) => result === "FAILED").length;
  print(`${results.filter(([result]) => result === "passed").length} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

await runCommand(full, "0 passed, 1 failed");
