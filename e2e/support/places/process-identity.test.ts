import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { isAlive, type ProcessIdentity, thisProcess, UNCHECKED_SILENCE_MS } from "./process-identity.ts";

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const NOW = ago(0);
const LONG_AGO = ago(UNCHECKED_SILENCE_MS + 1000);
/** Where the system tells the start of processes, the journal's silence does not matter. */
const tellsStart = existsSync("/proc/self/stat");

/** Starts a process that stays, and returns it with its own identity. */
async function startProcess() {
  const module = pathToFileURL(`${import.meta.dirname}/process-identity.ts`).href;
  const script = `const { thisProcess } = await import(${JSON.stringify(module)});
    process.stdout.write(JSON.stringify(thisProcess()));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  const [text] = await once(child.stdout, "data");
  return { child, identity: JSON.parse(String(text)) as ProcessIdentity };
}

test("a process is alive until it is killed, however long its journal is silent", async () => {
  const { child, identity } = await startProcess();
  assert.equal(isAlive(identity, tellsStart ? LONG_AGO : NOW), true);
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  assert.equal(isAlive(identity, NOW), false);
});

test("another process with a reused id is not the same process", () => {
  assert.equal(isAlive(thisProcess(), NOW), true);
  assert.equal(isAlive({ ...thisProcess(), started: "1" }, tellsStart ? NOW : LONG_AGO), false);
});

test("a process of another host is alive until its journal has been silent for too long, whatever runs here", () => {
  for (const pid of [process.pid, 2 ** 30]) {
    const other = { ...thisProcess(), host: "another.example", pid };
    assert.equal(isAlive(other, ago(UNCHECKED_SILENCE_MS - 60_000)), true);
    assert.equal(isAlive(other, LONG_AGO), false);
  }
});
