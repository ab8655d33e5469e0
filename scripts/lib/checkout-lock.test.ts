import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { withCheckoutLock } from "./checkout-lock.js";
import { fromRoot } from "./files.ts";

const checkout = mkdtempSync(join(tmpdir(), "foyer-lock-"));
after(() => rmSync(checkout, { recursive: true, force: true }));

const LOCK = join(checkout, ".foyer-busy.json");
const refuse = (message: string): never => {
  throw new Error(message);
};

test("one command at a time installs or builds in a checkout: another is told what runs and what to do, until it ends or is killed", async () => {
  const program = `import { withCheckoutLock } from ${JSON.stringify(pathToFileURL(fromRoot("scripts", "lib", "checkout-lock.js")).href)};
    await withCheckoutLock(process.argv[1], "builds the storefront", () => { console.log("building"); return new Promise((end) => process.stdin.once("data", end)); });`;
  const start = async () => {
    const other = spawn(process.execPath, ["--input-type=module", "-e", program, checkout], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = once(other, "exit");
    after(() => other.kill("SIGKILL"));
    await once(createInterface({ input: other.stdout }), "line");
    return { other, ended };
  };
  const says = (pid: number | undefined) =>
    new RegExp(
      `^Error: Another command builds the storefront in this checkout \\(process ${pid} on ${hostname()}\\), and has for [\\d.]+ s\\. Wait until it is done and try again`,
    );
  const first = await start();
  await assert.rejects(
    withCheckoutLock(checkout, "installs the packages", () => "mine", refuse),
    says(first.other.pid),
  );
  first.other.stdin.end("done");
  await first.ended;
  assert.equal(existsSync(LOCK), false);

  const second = await start();
  second.other.kill("SIGKILL");
  await second.ended;
  assert.equal(existsSync(LOCK), true);
  assert.equal(await withCheckoutLock(checkout, "installs the packages", () => "mine", refuse), "mine");
  assert.equal(existsSync(LOCK), false);
});

test("a lock of a killed command is no lock once another program has its process id", async () => {
  const lock = { what: "builds", pid: process.ppid, host: hostname(), command: "node scripts/start.ts", begun: 0 };
  writeFileSync(LOCK, JSON.stringify(lock));
  assert.equal(await withCheckoutLock(checkout, "builds", () => "mine", refuse), "mine");
});

test("of several commands that find the lock of a killed one, one works at a time", async () => {
  const killed = { what: "builds", pid: 2 ** 30, host: hostname(), command: "", begun: 0 };
  const program = `import { withCheckoutLock } from ${JSON.stringify(pathToFileURL(fromRoot("scripts", "lib", "checkout-lock.js")).href)};
    import { appendFileSync } from "node:fs";
    const write = (text) => appendFileSync(process.argv[1] + "/log", text);
    process.stdin.once("data", () => withCheckoutLock(process.argv[1], "builds", async () => { write("("); await new Promise((end) => setTimeout(end, 20)); write(")"); }, () => process.exit(0)));
    console.log("ready");`;
  writeFileSync(LOCK, JSON.stringify(killed));
  const commands = [1, 2, 3, 4].map(() => {
    const command = spawn(process.execPath, ["--input-type=module", "-e", program, checkout], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    return { command, ended: once(command, "exit"), ready: once(createInterface({ input: command.stdout }), "line") };
  });
  await Promise.all(commands.map(({ ready }) => ready));
  for (const { command } of commands) command.stdin.end("go");
  await Promise.all(commands.map(({ ended }) => ended));
  assert.match(readFileSync(join(checkout, "log"), "utf8"), /^(?:\(\))+$/);
  assert.equal(existsSync(LOCK), false);
});

test("a lock of another machine is left alone, and a checkout that cannot be written is named", async () => {
  writeFileSync(LOCK, JSON.stringify({ what: "builds", pid: 1, host: "another", command: "", begun: 0 }));
  await assert.rejects(
    withCheckoutLock(checkout, "builds", () => "mine", refuse),
    /process 1 on another.*delete /,
  );
  rmSync(LOCK);
  await assert.rejects(
    withCheckoutLock(join(checkout, "none"), "builds", () => "mine", refuse),
    /cannot be written/,
  );
});
