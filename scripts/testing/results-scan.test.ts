import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { TestCase } from "@playwright/test/reporter";
import { durationOf } from "#e2e/support/duration.ts";
import { deleteLeaks } from "#e2e/support/scan.ts";
import { configuration, environment } from "#e2e/support/target/env.ts";
import { deleteOldRuns, newRun } from "#e2e/tools/run-folder.ts";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-results-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const PASSWORD = "correct & horse/battery+9";
const CARD = "4242 4242 4242 4242";

/** A test system that is down once a test has asked for `/down`. */
let isDown = false;
const storefront = createServer(({ url, socket }, response) => {
  isDown ||= url === "/down";
  if (isDown) return void socket.destroy();
  response.end(JSON.stringify({ environment: "uat", payments: "fake" }));
});
storefront.listen(0, "localhost");
await once(storefront, "listening");
const address = `http://localhost:${(storefront.address() as AddressInfo).port}`;
const { host } = new URL(address);
after(() => storefront.close());

/** Runs `npm run e2e` with the suite's own reporter and one test, which opens no browser. */
async function run(body: string, variables: Variables = {}) {
  isDown = false;
  const own = mkdtempSync(join(folder, "run-"));
  const results = join(own, "results");
  const report = join(results, "report");
  const reporters = [
    ["html", { open: "never", outputFolder: report }],
    [fromRoot("e2e", "support", "reporter.ts"), { folder: results }],
  ];
  const config = { testMatch: "*.spec.mjs", outputDir: join(results, "tests"), reporter: reporters };
  const configFile = join(own, "playwright.config.mjs");
  writeFileSync(configFile, `export default ${JSON.stringify(config)};`);
  const playwright = pathToFileURL(fromRoot("node_modules", "@playwright", "test", "index.mjs")).href;
  writeFileSync(
    join(own, "one.spec.mjs"),
    `import { expect, test } from ${JSON.stringify(playwright)};
     test("types what a tester has", async ({}, info) => { ${body} });`,
  );
  const settings = { E2E_ADDRESS: address, E2E_BROWSER: process.execPath, ...variables };
  const ended = await e2e([`--config=${configFile}`], settings);
  return { ...ended, hasReport: existsSync(join(report, "index.html")) };
}

/** Runs `npm run e2e`. */
async function e2e(parameters: readonly string[], settings: Variables) {
  const child = spawn(process.execPath, [fromRoot("scripts", "e2e.ts"), ...parameters], {
    cwd: root,
    env: { ...childEnvironment([], {}), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const [code] = await once(child, "close");
  return { code, output };
}

const LOGIN = { E2E_SERVICE_LOGIN: `qa:${PASSWORD}` };
const ALLOWED = { E2E_GOOD_CARD: CARD, E2E_ALLOWED_CARDS: `${host}=${CARD.replaceAll(" ", "")}` };

test("P60: a password in a report makes a run of passing tests fail, and the report is deleted", async () => {
  const text = Buffer.from(`qa:${PASSWORD}`).toString("base64");
  const planted = `await info.attach("notes", { body: "${text}", contentType: "text/plain" });`;
  const { code, output, hasReport } = await run(planted, LOGIN);
  assert.match(output, /DELETED .*index\.html: it contained/);
  assert.equal(code, 1, output);
  assert.equal(hasReport, false);
});

for (const [what, text, settings, needle] of [
  ["a card number off the test list", CARD.replaceAll(" ", ""), {}, /card number/],
  ["a card that is allowed at this host", CARD, ALLOWED, /a card of the run/],
] as const)
  test(`P60: a results file that contains ${what} is deleted`, async () => {
    const results = mkdtempSync(join(folder, "results-"));
    writeFileSync(join(results, "notes.txt"), text);
    const leaks = await deleteLeaks(results, environment({ E2E_ADDRESS: address, ...settings }));
    assert.deepEqual(
      leaks.map(({ file }) => file),
      ["notes.txt"],
    );
    assert.match(leaks[0]?.needles.join() ?? "", needle);
    assert.equal(existsSync(join(results, "notes.txt")), false);
  });

test("the control: a card of the test list may be in a report, and the report is kept", async () => {
  const shown = 'await info.attach("notes", { body: "4111111111111111", contentType: "text/plain" });';
  const { code, output, hasReport } = await run(shown, { ...LOGIN, ...ALLOWED });
  assert.doesNotMatch(output, /DELETED/);
  assert.equal(code, 0, output);
  assert.equal(hasReport, true);
});

test("P59: a test system that goes down during a run ends it with 2, any other failure with 1", async () => {
  const down = await run(`await fetch("${address}/down");`);
  assert.match(down.output, /does not answer/);
  assert.equal(down.code, 2, down.output);
  assert.equal((await run("expect(1).toBe(2);")).code, 1);
});

test("P59: trouble of the target in each failed test ends a run with 2", async () => {
  const body =
    'info.annotations.push({ type: "trouble of the target", description: "GET /en answered 503" }); throw 1;';
  const { code, output } = await run(body);
  assert.match(output, /GET \/en answered 503/);
  assert.equal(code, 2, output);
});

test("P59: npm run e2e exits with 2 for a wrong setting before anything starts, and names it", async () => {
  const { code, output } = await run("", { E2E_ADRESS: "x", E2E_SERVICE_USER: "x" });
  assert.match(output, /E2E_ADRESS: there is no such setting/);
  assert.match(output, /E2E_SERVICE_USER: use E2E_SERVICE_LOGIN=user:password/);
  assert.equal(code, 2);
  const empty = await run("", { E2E_ADDRESS: "" });
  assert.match(empty.output, /E2E_ADDRESS is empty/);
  assert.equal(empty.code, 2);
});

test("the reports of the last five runs are kept, and everything else beside them", () => {
  const results = mkdtempSync(join(folder, "runs-"));
  const runs = [1, 2, 3, 4, 5, 6, 7].map((second) => newRun(new Date(Date.UTC(2026, 10, 29, 5, 10, second))));
  for (const name of [...runs.toReversed(), "logs", "pictures"])
    mkdirSync(join(results, name, "report"), { recursive: true });
  deleteOldRuns(join(results, runs.at(-1) ?? ""));
  assert.deepEqual(readdirSync(results).toSorted(), [...runs.slice(2), "logs", "pictures"]);
  for (const name of runs.slice(0, 2)) mkdirSync(join(results, name));
  deleteOldRuns(join(results, runs.at(-1) ?? "", "browser"));
  assert.deepEqual(readdirSync(results).toSorted(), [...runs.slice(2), "logs", "pictures"], "after a phase of a run");
  assert.equal(runs[0], "2026-11-29T05-10-01");
});

test("a run says before it starts how long it takes, and which test waits for an expiry, and how long", () => {
  const project = { name: "desktop", use: {} };
  const testCase = (title: string, tags: readonly string[]) =>
    ({ title, tags, parent: { project: () => project } }) as unknown as TestCase;
  const tests = [
    ...Array.from({ length: 100 }, () => testCase("reads", ["@catalogue"])),
    testCase("creates", ["@service"]),
    testCase("expires", ["@expiry", "@slow", "@purchase"]),
  ];
  const settings = { E2E_BROWSER: process.execPath };
  const atTarget = configuration({ ...settings, E2E_ADDRESS: address });
  assert.equal(
    durationOf(tests, 2, atTarget),
    "101 tests, 1 left out: about 15 minutes\n  waits until a reservation expires, up to 15 minutes: expires",
  );
  const sandbox = JSON.stringify({ control: address, processor: address, cookieKeys: "" });
  const inSandbox = configuration({ ...settings, E2E_ADDRESS: address, E2E_SANDBOX: sandbox });
  assert.equal(durationOf(tests.slice(0, 100), 2, inSandbox), "100 tests: about 5 minutes");
});

test("npm run e2e -- --list starts nothing, needs no target, and leaves every report as it is", async () => {
  const results = join(folder, "of-a-list");
  const { code, output } = await e2e(["--list", "e2e/find/price.spec.ts"], { E2E_RUN: results });
  assert.match(output, /\[phone\] › find\/price\.spec\.ts/);
  assert.doesNotMatch(output, /Preparing|passed/);
  assert.equal(code, 0, output);
  assert.equal(existsSync(results), false);
});
