import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { freePort } from "#tools/lib/ports.ts";
import { claim, runningLauncher } from "./data-folder.ts";
import { storedSecrets } from "./stored-secrets.ts";

test("names the required Node version on an older one", () => {
  const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.0"})';
  const { status, stderr, stdout } = launch(["--import", old, fromRoot("scripts", "bootstrap.js"), "start"]);
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^Foyer needs Node 20 or newer to start; this is 18\.20\.0\. See https:\/\/nodejs\.org\n$/);
});

for (const [address, says] of [
  ["nonsense", /E2E_ADDRESS: is not an address/],
  ["http://localhost:9", /http:\/\/localhost:9 does not answer/],
] as const) {
  test(`P55, P59: browser tests for ${address} exit with 2, for an unusable environment`, () => {
    const { status, stderr } = launch([fromRoot("tools", "e2e.ts")], {
      E2E_ADDRESS: address,
      E2E_BROWSER: process.execPath,
    });
    assert.equal(status, 2);
    assert.match(stderr, says);
  });
}

test("the doctor exits with 2 and names the wrong setting, or exits with 0, and starts nothing", () => {
  const ask = (own: Variables) => launch([fromRoot("tools", "e2e.ts"), "--doctor"], own);
  const unreachable = ask({ E2E_ADDRESS: "http://localhost:9", E2E_BROWSER: process.execPath });
  assert.equal(unreachable.status, 2);
  assert.match(unreachable.stdout, /NO {2}Handshake {4}E2E_ADDRESS: http:\/\/localhost:9 does not answer/);
  const wrong = ask({ E2E_ADDRESS: "http://localhost:9", E2E_EVENT: "-1", E2E_BROWSER: process.execPath });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stdout + wrong.stderr, /E2E_EVENT: /);
  const own = ask({ E2E_BROWSER: process.execPath });
  assert.equal(own.status, 0, own.stdout);
  assert.match(own.stdout, /Target {7}a sandbox of its own; E2E_ADDRESS would name another/);
});

test("allows one launcher per data folder, until it releases the folder or ends", () => {
  const data = folder();
  const { publish, release } = claim(data);
  publish("http://localhost:4000");
  const other = `import { claim } from ${JSON.stringify(fromRoot("tools", "launcher", "data-folder.ts"))}; claim(process.argv[1]);`;
  const ask = () => launch(["--input-type=module", "-e", other, data]);

  assert.match(ask().stderr, /Foyer runs already, at http:\/\/localhost:4000\. Stop it first \(process \d+\)\./);
  release();
  assert.equal(ask().status, 0);
  assert.equal(runningLauncher(data), undefined, "the launcher that claimed it has ended");
});

test("a copy of a data folder is free although the launcher of the original runs", () => {
  const data = folder();
  const copy = folder();
  const { release } = claim(data);
  after(release);
  cpSync(join(data, "running.json"), join(copy, "running.json"));
  const ask = `import { runningLauncher } from ${JSON.stringify(fromRoot("tools", "launcher", "data-folder.ts"))}; console.log(process.argv.slice(1).map((data) => runningLauncher(data)?.pid));`;

  const { stdout } = launch(["--input-type=module", "-e", ask, data, copy]);

  assert.equal(stdout, `[ ${process.pid}, undefined ]\n`);
});

test("generates secrets once, and refuses a damaged file instead of replacing it", () => {
  const data = folder();
  const made = storedSecrets(data);
  assert.deepEqual(storedSecrets(data), made);
  assert.match(made.cookieKeys, /^[\w-]{43}$/);

  writeFileSync(join(data, "settings.json"), '{"shopPassword": "x');
  assert.throws(() => storedSecrets(data), /settings\.json is damaged/);
});

test("refuses an invalid port number", async () => {
  await assert.rejects(freePort(Number("abc")), /NaN is not a port number/);
  await assert.rejects(freePort(70_000), /70000 is not a port number/);
});

test("passes no secret of the caller on to a child process", () => {
  process.env.DATABASE_URL = "postgresql://user:secret@example/db";
  after(() => {
    delete process.env.DATABASE_URL;
  });
  const environment = childEnvironment(["BRAND_NAME"], { PORT: "1" });
  assert.equal(environment.PATH, process.env.PATH);
  assert.equal("DATABASE_URL" in environment, false);
  assert.equal("BRAND_NAME" in environment, false);
});

function launch(parameters: readonly string[], own: Variables = {}) {
  return spawnSync(process.execPath, parameters, { encoding: "utf8", env: { ...childEnvironment([], own) } });
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "foyer-data-"));
  after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
