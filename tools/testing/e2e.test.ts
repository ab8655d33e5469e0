import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { playwrightParameters } from "./browser-test-reporters.ts";
import { exitCodeOf, lastLineOf } from "./browser-tests.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-e2e-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A stand-in storefront that a browser test can switch off. */
let isDown = false;
const storefront = createServer((request, response) => {
  if (request.url === "/down") isDown = true;
  if (isDown) return void request.socket.destroy();
  response.end(JSON.stringify({ environment: "sandbox", payments: "fake" }));
});
storefront.listen(0, "localhost");
await once(storefront, "listening");
const { port } = storefront.address() as AddressInfo;
const address = `http://localhost:${port}`;
after(() => storefront.close());

const playwright = pathToFileURL(fromRoot("node_modules", "@playwright", "test", "index.mjs")).href;

/** Runs `npm run e2e` with browser tests that open no browser. Interrupts it when its output contains `interruptAt`. */
async function e2e(
  body: string,
  parameters: readonly string[] = [],
  variables: Variables = {},
  { interruptAt }: { readonly interruptAt?: string } = {},
) {
  isDown = false;
  const own = mkdtempSync(join(folder, "suite-"));
  writeFileSync(
    join(own, "playwright.config.mjs"),
    "export default { testMatch: '*.spec.mjs', workers: 1, outputDir: 'output' };",
  );
  writeFileSync(join(own, "own.spec.mjs"), `import { expect, test } from ${JSON.stringify(playwright)};\n${body}`);
  const config = `--config=${join(own, "playwright.config.mjs")}`;
  const child = spawn(process.execPath, [fromRoot("tools", "e2e.ts"), config, ...parameters], {
    env: { ...childEnvironment([], {}), E2E_ADDRESS: address, E2E_BROWSER: process.execPath, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (interruptAt !== undefined && text.includes(interruptAt)) child.kill("SIGINT");
    });
  const [code] = await once(child, "close");
  return { code, output };
}

const PASSES = 'test("passes", () => {});';
const FAILS = 'test("fails", () => expect(1).toBe(2));';

for (const [reporter, body, line] of [
  ["dot", FAILS, /^0 passed, 1 failed$/m],
  ["json,list", PASSES + FAILS, /^1 passed, 1 failed$/m],
] as const) {
  test(`P59: exits with 1 and counts a failing test with the reporter ${reporter}`, async () => {
    const { code, output } = await e2e(body, [`--reporter=${reporter}`]);
    assert.match(output, line);
    assert.equal(code, 1);
  });
}

test("exits with 1 for a failing test when a configuration has other reporters", async () => {
  assert.equal((await e2e(FAILS)).code, 1);
});

test("exits with 0 when all tests pass", async () => {
  const { code, output } = await e2e(PASSES, ["--reporter=dot"]);
  assert.match(output, /^1 passed, 0 failed$/m);
  assert.equal(code, 0);
});

test("P59: exits with 2 when the test system goes down during the run", async () => {
  const goesDown = `test("goes down", async () => { await fetch("${address}/down"); });`;
  const { code, output } = await e2e(goesDown, ["--reporter=dot"]);
  assert.match(output, /does not answer/);
  assert.equal(code, 2);
});

test("exits with 2 when Playwright refuses its parameters", async () => {
  const { code, output } = await e2e(PASSES, ["--retires=2"]);
  assert.match(output, /unknown option '--retires=2'[\s\S]*No test ran: Playwright refused .*\n0 passed, 0 failed\n$/);
  assert.equal(code, 2);
});

for (const [what, body] of [
  ["Playwright crashes", 'test("kills its runner", () => { process.kill(process.ppid, "SIGKILL"); });'],
  ["a file of tests cannot be loaded", "const x = ;"],
] as const)
  test(`exits with 1 and counts a failure when ${what}`, async () => {
    const { code, output } = await e2e(body, ["--reporter=dot"]);
    assert.match(output, /\n0 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });

test("prints the usage with --help, and starts nothing", async () => {
  const { code, output } = await e2e(FAILS, ["--help"], { E2E_ADDRESS: undefined });
  assert.match(output, /--doctor .*\n.*--matrix .*\n.*--clean /);
  assert.doesNotMatch(output, /…|failed/);
  assert.equal(code, 0);
});

test("P58: an interrupted run ends its tests' clean-up before it exits with 130", async () => {
  const body = `
    test.afterEach(async () => { await new Promise((done) => setTimeout(done, 200)); console.log("cleaned up"); });
    test("runs", async () => { console.log("is running"); await new Promise(() => {}); });`;
  const { code, output } = await e2e(body, ["--reporter=line"], {}, { interruptAt: "is running" });
  assert.match(output, /Stopping …[\s\S]*cleaned up[\s\S]*1 interrupted[\s\S]*Stopped\./);
  assert.equal(code, 130);
});

test("exits with 1 for a failing test in a sandbox, even when the product no longer answers", async () => {
  assert.equal(await exitCodeOf({ failed: 1, code: 1 }), 1);
  assert.equal(await exitCodeOf({ failed: 1, code: 1 }, async () => "does not answer"), 2);
  assert.equal(await exitCodeOf({ failed: 1, code: 1 }, async () => undefined), 1);
});

for (const [what, variables, says] of [
  ["a misspelled setting", { E2E_ADRESS: address }, /E2E_ADRESS: there is no such setting; did you mean E2E_ADDRESS\?/],
  ["an empty address", { E2E_ADDRESS: "" }, /E2E_ADDRESS is empty/],
  ["a wrong setting of a sandbox", { E2E_ADDRESS: undefined, E2E_WORKERS: "many" }, /E2E_WORKERS: is a number/],
] as const)
  test(`P59: exits with 2 for ${what} before anything starts`, async () => {
    const { code, output } = await e2e(PASSES, [], variables);
    assert.match(output, says);
    assert.doesNotMatch(output, /…|passed/);
    assert.equal(code, 2);
  });

test("P59: exits with 2 when E2E_BROWSER is not a program", async () => {
  const { code, output } = await e2e(PASSES, [], { E2E_BROWSER: "/none" });
  assert.match(output, /E2E_BROWSER: \/none is not a program/);
  assert.equal(code, 2);
});

test("passes Playwright's variables on, and no secret", async () => {
  const variables = { PWDEBUG: "console", PLAYWRIGHT_HTML_OPEN: "never", DEBUG: "foyer:none", COOKIE_KEYS: "secret" };
  const seen = Object.keys(variables).map((name) => `process.env.${name}`);
  const body = `test("sees", () => expect([${seen}]).toEqual(["console", "never", "foyer:none", undefined]));`;
  const { code, output } = await e2e(body, ["--reporter=dot"], variables);
  assert.equal(code, 0, output);
});

test("adds the reports of every run to the reporters of the command line", () => {
  const mask = "./e2e/reports/mask-reporter.ts";
  const results = "./e2e/reports/results-reporter.ts";
  assert.deepEqual(playwrightParameters(["a.spec.ts", "--reporter=dot,json", "-g", "x"]), [
    ...["a.spec.ts", `--reporter=${mask},dot,json,html,${results}`, "-g", "x"],
  ]);
  assert.deepEqual(playwrightParameters(["--reporter", "html"]), ["--reporter", `${mask},html,${results}`]);
  assert.deepEqual(playwrightParameters(["--shard=1/3", "--reporter=dot"]), [
    ...["--shard=1/3", `--reporter=${mask},dot,html,blob,${results}`],
  ]);
  assert.deepEqual(playwrightParameters(["a.spec.ts", "--titles"]), ["a.spec.ts"]);
});

test("names and counts flaky tests in the last line", () => {
  const counts = { passed: 58, failed: 0, skipped: 0, flaky: [], isExplained: false, leaks: 0, hasEngine: true };
  assert.equal(lastLineOf(counts), "58 passed, 0 failed");
  assert.equal(lastLineOf({ ...counts, flaky: ["a", "b"] }), "58 passed, 0 failed, 2 flaky: a; b");
});
