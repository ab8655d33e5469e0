import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { childEnvironment } from "./child-environment.ts";
import { fromRoot } from "./paths.ts";

/** Prints its parameters, then waits for a signal, or exits with 7 when the first parameter is `exit`. */
const COMMAND = `import { onSignal } from "./lib/signals.ts";
  const signals = onSignal();
  signals.alsoStop(() => console.log("stopping " + process.pid));
  console.log(JSON.stringify(process.argv.slice(2)));
  if (process.argv[2] === "exit") process.exit(7);
  setInterval(() => {}, 60_000);`;

/** A checkout with one command, in a folder with a space in its path. */
const checkout = join(mkdtempSync(join(tmpdir(), "foyer bootstrap ")), "a checkout");
after(() => rmSync(join(checkout, ".."), { recursive: true, force: true }));
mkdirSync(join(checkout, "tools"), { recursive: true });
for (const part of ["tools/bootstrap.js", "package.json", "package-lock.json", "tools/lib"])
  cpSync(fromRoot(part), join(checkout, part), { recursive: true });
symlinkSync(fromRoot("node_modules"), join(checkout, "node_modules"), "dir");
writeFileSync(join(checkout, "tools", "start.ts"), COMMAND);

function bootstrap(...parameters: readonly string[]) {
  const child = spawn(process.execPath, [join(checkout, "tools", "bootstrap.js"), ...parameters], {
    env: childEnvironment([], {}),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return {
    child,
    output: () => output,
    /** Resolves once the output holds this text. */
    async says(text: string): Promise<void> {
      while (!output.includes(text)) await once(child.stdout, "data");
    },
  };
}

test("passes parameters on, and returns the exit code of the command", async () => {
  const { child, output } = bootstrap("start", "exit", "a b", "--full");
  const [code] = await once(child, "close");
  assert.equal(code, 7);
  assert.match(output(), /^\["exit","a b","--full"\]\n$/);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  test(`stops the command on ${signal}, and ends with its exit code`, async () => {
    const { child, output, says } = bootstrap("start", "wait");
    await says('["wait"]');
    child.kill(signal);
    const [code] = await once(child, "close");
    assert.equal(code, 0);
    assert.match(output(), /Stopping …\nstopping \d+\nStopped\.\n$/);
  });
}

test("stops the command when the bootstrap itself is killed", async () => {
  const { child, output, says } = bootstrap("start", "wait");
  await says('["wait"]');
  child.kill("SIGKILL");
  // The command inherits the streams, which close when it has ended too.
  await once(child, "close");
  assert.match(output(), /stopping \d+\nStopped\.\n$/);
});

test("lists the commands for an unknown command", async () => {
  const { child, output } = bootstrap("stop");
  const [code] = await once(child, "close");
  assert.equal(code, 1);
  assert.match(output(), /^There is no command stop\. The commands are start, dev, build, serve, /);
});

test("names the required Node version on an older one", () => {
  const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.0"})';
  const parameters = ["--import", old, fromRoot("tools", "bootstrap.js"), "start"];
  const { status, stderr } = spawnSync(process.execPath, parameters, {
    encoding: "utf8",
    env: childEnvironment([], {}),
  });
  assert.equal(status, 1);
  assert.match(stderr, /^Foyer needs Node 20 or newer to start; this is 18\.20\.0\. See https:\/\/nodejs\.org\n$/);
});
