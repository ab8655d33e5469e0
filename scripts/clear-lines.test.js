import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { claim, whoRuns } from "./data-folder.js";
import { environmentFor, inHouse } from "./house.js";
import { freePort } from "./ports.js";
import { keptSettings } from "./settings.js";

test("an older Node is told which one is wanted, and nothing else", () => {
  const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.0"})';
  const { status, stderr, stdout } = launch(["--import", old, inHouse("scripts", "start.js")]);
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^Foyer needs Node 20 or newer to start; this is 18\.20\.0\. See https:\/\/nodejs\.org\n$/);
});

for (const [address, says] of [
  ["nonsense", /E2E_ADDRESS is not an address: nonsense/],
  ["http://localhost:9", /http:\/\/localhost:9 does not answer/],
]) {
  test(`stories for ${address} end with exit code 2: the environment could not be used`, () => {
    const { status, stderr } = launch([inHouse("scripts", "e2e.js")], {
      E2E_ADDRESS: address,
      E2E_BROWSER: process.execPath,
    });
    assert.equal(status, 2);
    assert.match(stderr, says);
  });
}

test("the doctor ends with 2 and names the setting, and starts nothing; with 0 where all is there", () => {
  const ask = (told) => launch([inHouse("scripts", "e2e.js"), "--doctor"], told);
  const gone = ask({ E2E_ADDRESS: "http://localhost:9", E2E_BROWSER: process.execPath });
  assert.equal(gone.status, 2);
  assert.match(gone.stdout, /NO {2}Handshake {4}E2E_ADDRESS: http:\/\/localhost:9 does not answer/);
  const wrong = ask({ E2E_ADDRESS: "http://localhost:9", E2E_EVENT: "-1", E2E_BROWSER: process.execPath });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stdout, /E2E_EVENT: /);
  const own = ask({ E2E_BROWSER: process.execPath });
  assert.equal(own.status, 0, own.stdout);
  assert.match(own.stdout, /Target {7}a sandbox of its own; E2E_ADDRESS would name another/);
});

test("one data folder has one launcher, until it lets go or is gone", () => {
  const data = folder();
  const { tellAddress, letGo } = claim(data);
  tellAddress("http://localhost:4000");
  const other = `import { claim } from ${JSON.stringify(inHouse("scripts", "data-folder.js"))}; claim(process.argv[1]);`;
  const ask = () => launch(["--input-type=module", "-e", other, data]);

  assert.match(ask().stderr, /Foyer runs already, at http:\/\/localhost:4000\. Stop it first \(process \d+\)\./);
  letGo();
  assert.equal(ask().status, 0);
  assert.equal(whoRuns(data), undefined, "whoever claimed it has ended since");
});

test("secrets are made once, and a damaged file is no reason to make new ones", () => {
  const data = folder();
  const made = keptSettings(data);
  assert.deepEqual(keptSettings(data), made);
  assert.match(made.cookieKeys, /^[\w-]{43}$/);

  writeFileSync(join(data, "settings.json"), '{"shopPassword": "x');
  assert.throws(() => keptSettings(data), /settings\.json is damaged/);
});

test("what is no port number is said so", async () => {
  await assert.rejects(freePort(Number("abc")), /NaN is no port number/);
  await assert.rejects(freePort(70_000), /70000 is no port number/);
});

test("a child inherits how to run, and nobody's secrets", () => {
  process.env.DATABASE_URL = "postgresql://somebody:secret@example/db";
  after(() => {
    delete process.env.DATABASE_URL;
  });
  const environment = environmentFor(["BRAND_NAME"], { PORT: "1" });
  assert.equal(environment.PATH, process.env.PATH);
  assert.equal("DATABASE_URL" in environment, false);
  assert.equal("BRAND_NAME" in environment, false);
});

function launch(parameters, told = {}) {
  return spawnSync(process.execPath, parameters, { encoding: "utf8", env: { ...environmentFor([], {}), ...told } });
}

function folder() {
  const made = mkdtempSync(join(tmpdir(), "foyer-data-"));
  after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
