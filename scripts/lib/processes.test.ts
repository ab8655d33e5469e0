import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { codeOf, Fault } from "./fault.ts";
import { fromRoot } from "./files.ts";
import { freePort } from "./ports.ts";
import { createProcesses, type Restart } from "./processes.ts";
import { childEnvironment } from "./run.ts";

const NODE = process.execPath;
const NEVER_STABLE_MS = 3_600_000;

test("waits until a child answers, and stops children in reverse order", async () => {
  const { processes, folder } = processesInFolder();
  const order = join(folder, "order");
  for (const name of ["first", "second"]) await processes.start(await server(folder, name, order));

  await processes.stop();

  assert.equal(readFileSync(order, "utf8"), "second first ");
});

test("says each reason once for which a child is not ready, and returns its answer once it is", async () => {
  const { processes, folder } = processesInFolder();
  const port = await freePort(0);
  // Two answers of each reason, then it is ready.
  const answers = ["nothing listens", "nothing listens", "a list came", "a list came"];
  const text = `
    import { createServer } from "node:http";
    const answers = ${JSON.stringify(answers)};
    createServer((_, answer) => {
      const reason = answers.shift();
      answer.writeHead(reason === undefined ? 200 : 503).end(reason ?? "ready");
    }).listen(${port}, "127.0.0.1");`;
  const said: string[] = [];
  const unless = { afterMs: -1, say: (answer: string) => void said.push(answer) };
  const ready = { url: `http://127.0.0.1:${port}/ready`, unless };

  assert.equal(await processes.start({ ...program(folder, "shop", text), ready }), "ready");

  assert.deepEqual(said, ["nothing listens", "a list came"]);
  await processes.stop();
});

test("reports the name and the last output of a child that dies", async () => {
  const { processes, folder } = processesInFolder();
  await processes.start(await server(folder, "worker"));
  process.kill(pidOf(folder, "worker"), "SIGKILL");

  const fault = await processes.death;

  assert.ok(fault instanceof Fault);
  assert.match(
    fault.message,
    /^The worker has ended \(SIGKILL\)\. Its last lines, from .*worker\.log:\n {2}worker says hello$/,
  );
  await processes.stop();
});

test("restarts a child three times, then reports its death", async () => {
  const noted = new EventEmitter();
  const note = (line: string) => void noted.emit(line);
  const { processes, folder } = processesInFolder({ waitsMs: [1, 1, 1], stableMs: NEVER_STABLE_MS, note });
  await processes.start(await server(folder, "worker"));
  for (let restarts = 0; restarts < 3; restarts += 1) {
    const again = once(noted, "The worker is running again.");
    process.kill(pidOf(folder, "worker"), "SIGKILL");
    await again;
  }
  process.kill(pidOf(folder, "worker"), "SIGKILL");

  const fault = await processes.death;

  assert.match(fault.message, /^The worker has ended \(SIGKILL\)\. It was restarted 3 times\. Its last lines, /);
  await processes.stop();
});

test("leaves no child running when the launcher is killed", async () => {
  const { folder } = processesInFolder();
  const worker = await server(folder, "worker");
  const launcher = program(
    folder,
    "launcher",
    `import { createProcesses } from ${JSON.stringify(pathToFileURL(fromRoot("scripts", "lib", "processes.ts")).href)};
     const processes = createProcesses(${JSON.stringify({ node: NODE, logs: folder })});
     await processes.start(${JSON.stringify(worker)});
     console.log("started");`,
  );
  const child = spawn(NODE, launcher.parameters, { stdio: ["ignore", "pipe", "inherit"] });
  await once(createInterface({ input: child.stdout }), "line");
  const pid = pidOf(folder, "worker");

  child.kill("SIGKILL");

  await ended(pid);
});

function processesInFolder(restart?: Restart) {
  const folder = mkdtempSync(join(tmpdir(), "foyer launcher "));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, processes: createProcesses({ node: NODE, logs: folder, restart }) };
}

function pidOf(folder: string, name: string): number {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")).pid;
}

function program(folder: string, name: string, text: string) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return { name, parameters: [file], env: childEnvironment([], {}) };
}

/** Returns a program that prints its name, answers HTTP requests and ends on SIGTERM. */
async function server(folder: string, name: string, order = join(folder, "order")) {
  const port = await freePort(0);
  const text = `
    import { appendFileSync, writeFileSync } from "node:fs";
    import { createServer } from "node:http";
    console.log("${name} says hello");
    writeFileSync(${JSON.stringify(join(folder, `${name}.json`))}, JSON.stringify({ pid: process.pid }));
    const server = createServer((_, answer) => answer.end()).listen(${port}, "127.0.0.1");
    process.on("SIGTERM", () => { appendFileSync(${JSON.stringify(order)}, "${name} "); process.exit(); });`;
  return { ...program(folder, name, text), ready: { url: `http://127.0.0.1:${port}/ready` } };
}

/** Polls until the process has ended; one that only waits for its parent to read the exit code has. */
async function ended(pid: number): Promise<void> {
  const isRunning = () => {
    try {
      process.kill(pid, 0);
      return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch (error) {
      return codeOf(error) === "ENOENT" && process.platform !== "linux";
    }
  };
  while (isRunning()) await new Promise((resolve) => setImmediate(resolve));
}
