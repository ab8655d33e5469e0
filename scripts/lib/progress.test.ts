import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, mock, test } from "node:test";
import { pathToFileURL } from "node:url";
import { fromRoot } from "./files.ts";
import { alone, step } from "./steps.js";

const folder = mkdtempSync(join(tmpdir(), "foyer-steps-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const kept = join(folder, "times.json");
const SAME_LINE = "\r\u001b[K";

/** Runs a step of so many seconds by a clock that the test moves, and returns what it has written. */
async function written(seconds: number, options: { readonly isTTY: boolean; readonly kept?: string; fails?: boolean }) {
  mock.timers.enable({ apis: ["setInterval", "Date"] });
  const lines: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const out = { isTTY: options.isTTY, write: (text: string) => lines.push(text) };
  const ended = step("Building", () => promise, { out, kept: options.kept });
  // The mocked clock is ahead of the timers of one tick.
  for (let half = 0; half < seconds * 2; half += 1) mock.timers.tick(500);
  if (options.fails) reject(new Error("no"));
  else resolve();
  await ended.catch(() => {});
  mock.timers.reset();
  return lines;
}

test("a line of a terminal moves each second, and a log gets one line after 3 seconds and after each 30", async () => {
  assert.deepEqual(await written(2.5, { isTTY: true }), [
    `${SAME_LINE}Building … 0 s`,
    `${SAME_LINE}Building … 1 s`,
    `${SAME_LINE}Building … 2 s`,
    `${SAME_LINE}Building … 2.5 s\n`,
  ]);
  assert.deepEqual(await written(65, { isTTY: false }), [
    "Building … 3 s\n",
    "Building … 30 s\n",
    "Building … 1 min 0 s\n",
    "Building … 1 min 5 s\n",
  ]);
  assert.deepEqual(await written(2, { isTTY: false }), ["Building … 2.0 s\n"]);
});

test("names the time that a step took when it last ended well, and makes the data folder for it", async () => {
  assert.deepEqual(await written(125, { isTTY: false, kept }).then((lines) => lines.at(-1)), "Building … 2 min 5 s\n");
  assert.deepEqual(await written(4, { isTTY: false, kept, fails: true }), [
    "Building … 3 s (2 min 5 s last time)\n",
    "Building … failed\n",
  ]);
  assert.deepEqual(JSON.parse(readFileSync(kept, "utf8")), { Building: 125_000 });
  await written(1, { isTTY: true, kept: join(folder, "data", "times.json") });
  assert.deepEqual(readdirSync(join(folder, "data")), ["times.json"]);
  await written(1, { isTTY: true, kept: join(folder, "nowhere", "data", "times.json") });
  assert.deepEqual(readdirSync(folder), ["data", "times.json"]);
});

const LOCK = join(folder, ".foyer-busy.json");
const refuse = (message: string): never => {
  throw new Error(message);
};

test("one command at a time installs or builds in a checkout: another is told what runs and what to do, until it ends or is killed", async () => {
  const program = `import { alone } from ${JSON.stringify(pathToFileURL(fromRoot("scripts", "lib", "steps.js")).href)};
    await alone(process.argv[1], "builds the storefront", () => { console.log("building"); return new Promise((end) => process.stdin.once("data", end)); });`;
  const start = async () => {
    const other = spawn(process.execPath, ["--input-type=module", "-e", program, folder], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = once(other, "exit");
    after(() => other.kill("SIGKILL"));
    await once(createInterface({ input: other.stdout }), "line");
    return { other, ended };
  };
  const says = (pid: number | undefined) =>
    new RegExp(
      `^Error: Another command builds the storefront in this checkout \\(process ${pid}\\), and has for [\\d.]+ s\\. Wait until it is done and try again`,
    );
  const first = await start();
  await assert.rejects(
    alone(folder, "installs the packages", () => "mine", refuse),
    says(first.other.pid),
  );
  first.other.stdin.end("done");
  await first.ended;
  assert.equal(existsSync(LOCK), false);

  const second = await start();
  second.other.kill("SIGKILL");
  await second.ended;
  assert.equal(existsSync(LOCK), true);
  assert.equal(await alone(folder, "installs the packages", () => "mine", refuse), "mine");
  assert.equal(existsSync(LOCK), false);
});

test("a lock of a killed command is no lock once another program has its process id", async () => {
  const lock = { what: "builds", pid: process.ppid, command: "node scripts/start.ts", begun: 0 };
  writeFileSync(LOCK, JSON.stringify(lock));
  assert.equal(await alone(folder, "builds", () => "mine", refuse), "mine");
});
