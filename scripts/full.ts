import { newRun } from "#e2e/tools/run-folder.ts";
import { buildStorefront } from "./launcher/build.ts";
import { Fault } from "./lib/fault.ts";
import { root } from "./lib/files.ts";
import { childEnvironment, run } from "./lib/run.ts";
import { runCommand } from "./lib/signals.ts";
import { print, since } from "./lib/terminal.ts";
import { howToInstall, missingPrograms } from "./testing/edge.ts";

/** A stage with the parameters of Node, and the programs of the distribution without which it cannot run. */
type Stage = readonly [name: string, command: readonly string[], needs?: readonly string[]];

const PASSED_ON = [
  "CI",
  "TEST_DATABASE_URL",
  "E2E_BROWSER",
  "E2E_WORKERS",
  "E2E_TIMEOUT_FACTOR",
  "FOYER_RACE_SIZE",
  "FOYER_SEED",
];
/** One file at a time: edges choose free ports, and tests compare the processor's ledger. */
const TESTS = ["--conditions=react-server", "--test", "--test-concurrency=1"];
const PURCHASES = ["--project=desktop", "--repeat-each=100", "--retries=0", "--reporter=dot"];
const CARDS = "P56: the good card leads to a ticket |P56: the bad card leads back ";
/** The exit code of a stage that finds that it cannot run here. */
const NOT_RUN = 77;

/** The stages, those that fail soonest first. Each is a command that can be run by itself. */
const stages = (actionsKey: string): readonly Stage[] => [
  ["targets", [...TESTS, "scripts/testing/false-targets.test.ts"]],
  [
    "edges",
    [...TESTS, "e2e/system/edge/*.test.ts"],
    ["nginx", "caddy", "systemd-analyze", "promtool", "prometheus-blackbox-exporter"],
  ],
  ["restore", [...TESTS, "service/test/restore/restore.rehearsal.ts"], ["pg_createcluster", "pg_dump", "pgbackrest"]],
  ["database", [...TESTS, "service/test/database/*.rehearsal.ts"], ["initdb", "pg_basebackup", "pgbouncer"]],
  ["production", [...TESTS, "e2e/system/production/*.test.ts"]],
  ["dev", [...TESTS, "e2e/system/dev/*.test.ts"]],
  ["gate", ["scripts/test.ts", "--full"]],
  ["kills", ["service/test/kills/full.ts", "--kills", "300", "--actions", actionsKey]],
  ["cuts", ["service/test/kills/cuts/main.ts"]],
  ["clock", ["service/test/kills/clock/main.ts"]],
  ["disk", ["service/test/kills/full-disk.ts"]],
  ["soak", ["service/test/soak/main.ts", "--hours", "0.25"]],
  ["nginx", ["scripts/e2e.ts", "--nginx", "--project=desktop"], ["nginx"]],
  ["rolling", [...TESTS, "e2e/system/production/rolling/*.test.ts"], ["nginx"]],
  ["night", ["e2e/system/night/main.ts"], ["nginx"]],
  ["rotation", [...TESTS, "e2e/system/production/rotation/*.test.ts"], ["nginx"]],
  ["engines", [...TESTS, "e2e/system/engines/*.test.ts"], ["firefox-esr", "WebKitWebDriver", "Xvfb"]],
  ["cards", ["scripts/e2e.ts", ...PURCHASES, "-g", CARDS]],
  ["other-service", ["scripts/e2e.ts", "--other-service"]],
  ["plain-service", ["scripts/e2e.ts", "--other-service", "--plain"]],
  ["by-address", ["scripts/e2e.ts", "--by-address"]],
  ["by-login", ["scripts/e2e.ts", "--by-address", "--service"]],
  ["uat", ["scripts/e2e.ts", "--uat"]],
];

/** `npm run test:full [-- <stage> …]`: the checks at full size, one after another. Returns 1 when one of them failed. */
await runCommand(async (signals) => {
  const node = process.execPath;
  const wanted = process.argv.slice(2);
  const names = stages("").map(([name]) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Fault(`There is no stage ${unknown}, only ${names.join(", ")}.`);
  const all = stages(await buildStorefront({ node }));

  const counts = { passed: 0, FAILED: 0, "NOT RUN": 0 };
  const lines: string[] = [];
  const results = newRun(new Date());
  for (const [name, command, needs = []] of all) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const begun = Date.now();
    const missing = missingPrograms(needs);
    let code = NOT_RUN;
    if (missing.length === 0) {
      print(`\n${name}`);
      const env = childEnvironment(PASSED_ON, { E2E_RUN: `${results}/${name}` });
      ({ code } = await run(node, command, { cwd: root, env, stdio: "inherit", endsCleanly: true }));
      await signals.unlessStopping();
    }
    const result = code === NOT_RUN ? "NOT RUN" : code === 0 ? "passed" : "FAILED";
    counts[result] += 1;
    const why = missing.length > 0 ? howToInstall(missing) : since(begun);
    lines.push(`${result.padEnd(8)} ${name} · ${why}`);
  }
  print(`\n${lines.join("\n")}`);
  print(`${counts.passed} passed, ${counts.FAILED} failed`);
  return counts.FAILED === 0 ? 0 : 1;
}, "0 passed, 1 failed");
