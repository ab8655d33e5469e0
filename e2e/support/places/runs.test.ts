import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { environment } from "#e2e/support/target/env.ts";
import { accountOf } from "./account.ts";
import { type Journal, openJournal } from "./journal.ts";
import { thisProcess } from "./process-identity.ts";
import { reportOf } from "./report.ts";
import { leftovers, releaseDeadTests, startRun } from "./runs.ts";

const state = mkdtempSync(join(tmpdir(), "foyer-runs-"));
after(() => rmSync(state, { recursive: true, force: true }));
const env = { ...environment({ E2E_ADDRESS: "http://127.0.0.1:1" }), state };

const OF_TEST = { file: "a.spec.ts", project: "desktop", worker: 0 };
const OF_TAKE = { isLimited: true, buys: false };

const urlOf = (file: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href);

/** Starts a worker process that is granted ten places and records no reservation. Returns the function that kills it. */
async function startWorker({ folder }: Journal): Promise<() => Promise<void>> {
  const script = `const { openJournal } = await import(${urlOf("journal.ts")});
    const { thisProcess } = await import(${urlOf("process-identity.ts")});
    const journal = openJournal(${JSON.stringify(folder)});
    const of = ${JSON.stringify({ ...OF_TEST, ...OF_TAKE })};
    journal.append({ entry: "test", test: "a", title: "is killed", ...of, ...thisProcess() });
    journal.append({ entry: "take", take: "a/1", test: "a", count: 10, ...of });
    process.stdout.write("granted");
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return async () => {
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
}

test("gives the places of a killed worker to the test that waits, and not before it is killed", async () => {
  const journal = startRun(env);
  const kill = await startWorker(journal);
  journal.append({ entry: "test", test: "b", title: "waits", ...OF_TEST, ...thisProcess() });
  journal.append({ entry: "take", take: "b/1", test: "b", count: 10, ...OF_TAKE });
  const stateOfWaiting = () => accountOf(journal.entries(), 0).takes.get("b/1")?.state;

  await releaseDeadTests(env, journal);
  assert.equal(stateOfWaiting(), "waiting");
  await kill();
  assert.equal(stateOfWaiting(), "waiting");
  await releaseDeadTests(env, journal);
  assert.equal(stateOfWaiting(), "granted");
  const [left] = reportOf(accountOf(journal.entries(), 0)).remaining;
  assert.equal(left?.places, 10);
  assert.equal(left?.test, "is killed");
});

test("finds the runs that have ended, and leaves out those of processes that may be alive", () => {
  const targetOf = (name: string) => `https://${name}.example`;
  const own = thisProcess();
  const processes = { running: own, killed: { ...own, pid: 2 ** 30 }, elsewhere: { ...own, host: "another.example" } };
  for (const [name, identity] of Object.entries(processes))
    openJournal(join(state, name)).append({ entry: "run", target: targetOf(name), language: "en", ...identity });
  const found = Object.keys(processes).filter((name) => leftovers(state, targetOf(name)).length > 0);
  assert.deepEqual(found, ["killed"]);
});
