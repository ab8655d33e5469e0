import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import type { Variables } from "#tools/lib/child-environment.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { runOfSuite } from "./run-of-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-reports-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A stand-in storefront. It answers what `pages` has for a path; `undefined` closes the connection. */
type Answer = readonly [status: number, body: string] | undefined;
let pages: Readonly<Record<string, Answer>> = {};
const HANDSHAKE = "/.well-known/foyer-environment";
const UAT: Answer = [200, JSON.stringify({ environment: "uat", payments: "fake" })];
const storefront = createServer(({ url = "" }, response: ServerResponse) => {
  const answer = url in pages ? pages[url] : url === HANDSHAKE ? UAT : ([404, "no page"] as const);
  if (answer === undefined) return void response.socket?.destroy();
  response.writeHead(answer[0], { "content-type": "text/html", "x-request-id": "r-17" }).end(answer[1]);
});
storefront.listen(0, "localhost");
await once(storefront, "listening");
const address = `http://localhost:${(storefront.address() as AddressInfo).port}`;
after(() => storefront.close());

function run(
  body: string,
  {
    answers = {},
    ...options
  }: { answers?: typeof pages; settings?: string; parameters?: string[]; variables?: Variables } = {},
) {
  pages = answers;
  const variables = { E2E_ADDRESS: address, ...options.variables };
  return runOfSuite(body, { folder, settings: "retries: 0", parameters: ["--project=desktop"], ...options, variables });
}

const CATALOGUE = '{ tag: "@catalogue" }';
const PASSES = `test("passes", ${CATALOGUE}, () => {});`;
const FAILS = `test("fails", ${CATALOGUE}, () => expect(1, "one is two").toBe(2));`;
const NEEDS_SERVICE = 'test("admits", { tag: "@service" }, () => {});';
const FLAKY = `test("wavers", ${CATALOGUE}, () => expect(test.info().retry).toBe(1));`;

/** Returns the title of an HTML report, which is in the archive that its page contains. */
function titleOf(file: string): string {
  const [, archive = ""] = readFileSync(file, "utf8").match(/data:application\/zip;base64,([^<"]+)/) ?? [];
  const { "report.json": report } = unzipSync(Buffer.from(archive, "base64"));
  return JSON.parse(strFromU8(report ?? new Uint8Array())).options.title;
}

for (const parameters of [["--project=desktop"], ["--project=desktop", "--reporter=dot"]]) {
  test(`writes HTML, JUnit and JSON with ${parameters.join(" ")}`, async () => {
    const { code, output, lastLine, results, read } = await run(PASSES + FAILS + NEEDS_SERVICE, { parameters });
    assert.equal(code, 1, output);
    assert.equal(lastLine, "1 passed, 1 failed");
    assert.equal(titleOf(join(results, "report", "index.html")), `Foyer · ${new URL(address).host}`);
    const junit = read("junit.xml");
    assert.match(junit, /tests="3" failures="1" skipped="1"/);
    assert.match(junit, /<skipped message="needs service: set E2E_SERVICE, E2E_SERVICE_USER, E2E_SERVICE_PASSWORD"\/>/);
    const summary = JSON.parse(read("results.json"));
    assert.deepEqual(summary.counts, { passed: 1, failed: 1, flaky: 0, skipped: 1 });
    assert.deepEqual(summary.target, { address, handshake: "uat, payments fake", isOwnSandbox: false, language: "en" });
    const { title, file, project, tags, outcome, reason } = summary.tests[2];
    assert.deepEqual(
      { title, file, project, tags, outcome, reason },
      {
        ...{ title: "admits", file: "own.spec.mjs", project: "desktop", tags: ["@service"], outcome: "left out" },
        reason: "needs service: set E2E_SERVICE, E2E_SERVICE_USER, E2E_SERVICE_PASSWORD",
      },
    );
  });
}

const WITHOUT_WEBKIT = { E2E_ENGINES: "chromium,webkit", PLAYWRIGHT_BROWSERS_PATH: join(folder, "no-browsers") };

test("prints the matrix at the start, with the handshake, why tests are left out, and no engine that is not used", async () => {
  // Webkit is not installed either, but the chosen project does not use it.
  const options = { parameters: ["--project=desktop", "--titles"], variables: WITHOUT_WEBKIT };
  const { output } = await run(PASSES + NEEDS_SERVICE, options);
  assert.ok(output.includes(`Target      ${address} · uat, payments fake\nEngines     chromium\n`), output);
  assert.match(output, /service {4}NO: set E2E_SERVICE, .* · 1 test needs it\n/);
  assert.match(output, /Runs {8}1 of 2 tests \(1 of 2 distinct\)\nLeft out {6}1 {2}needs service: set E2E_SERVICE/);
  assert.match(output, /\[desktop\] own\.spec\.mjs › admits/);
  assert.doesNotMatch(output, /NOT RUN/);
});

test("prints the matrix alone with --matrix, and runs no test", async () => {
  const { code, output, results } = await run(FAILS, { parameters: ["--project=desktop", "--matrix"] });
  assert.equal(code, 0, output);
  assert.ok(output.includes(`Target      ${address} · uat, payments fake`), output);
  assert.equal(existsSync(results), false);
});

const NOT_RUN = "NOT RUN: webkit is not installed; install it with npx playwright install webkit";
const SUITE_OF_WEBKIT = `<testsuite name="engine webkit" tests="1" failures="0" skipped="1" time="0">`;

test("reports an engine that is not installed once as not run, and none of its tests", async () => {
  const { code, output, read } = await run(PASSES, { parameters: [], variables: WITHOUT_WEBKIT });
  assert.ok(output.includes(`Engines     chromium · ${NOT_RUN}\n`), output);
  assert.equal(output.split(NOT_RUN).length - 1, 2, output);
  assert.doesNotMatch(output, /\[webkit/);
  assert.match(output, /\n2 passed, 0 failed\n$/);
  assert.equal(code, 0);
  assert.ok(read("junit.xml").includes(SUITE_OF_WEBKIT));
  assert.deepEqual(JSON.parse(read("results.json")).engines[1], { engine: "webkit", missing: NOT_RUN });
});

for (const parameters of [["--project=webkit"], ["--project", "WEBKIT*"]])
  test(`exits with 2 when ${parameters.join(" ")} chooses an engine that is not installed`, async () => {
    const { code, output, lastLine, read } = await run(PASSES, { parameters, variables: WITHOUT_WEBKIT });
    assert.ok(output.includes(`Engines     ${NOT_RUN}\n`), output);
    assert.match(output, /No test ran: no engine of the chosen projects is installed\./);
    assert.equal(lastLine, "0 passed, 0 failed");
    assert.equal(code, 2);
    assert.ok(read("junit.xml").includes(SUITE_OF_WEBKIT));
  });

for (const parameter of ["none.spec.mjs", "--grep=none"])
  test(`exits with 2 and says what to do when no test matches ${parameter}`, async () => {
    const { code, output, lastLine } = await run(PASSES, { parameters: ["--project=desktop", parameter] });
    assert.match(output, /No tests found[\s\S]*No test ran: none matches the files, --grep and --project/);
    assert.equal(lastLine, "0 passed, 0 failed");
    assert.equal(code, 2);
  });

test("fails a test without the tag of a capability that it uses", async () => {
  const body = `
    test("has no capability", { tag: "@purchas" }, async () => {});
    test("reserves", ${CATALOGUE}, ({ places }) => places.take(1));`;
  const { output, lastLine } = await run(body, { parameters: ["--project=desktop"] });
  assert.match(output, /“has no capability” needs the tag @catalogue or @purchase or /);
  assert.match(output, /“reserves” needs the tag @purchase: see/);
  assert.equal(lastLine, "0 passed, 2 failed");
});

test("exits with 2 when no engine of the run is installed", async () => {
  const { code, lastLine } = await run(PASSES, {
    parameters: [],
    variables: { E2E_ENGINES: "webkit", PLAYWRIGHT_BROWSERS_PATH: join(folder, "no-browsers") },
  });
  assert.equal(lastLine, "0 passed, 0 failed");
  assert.equal(code, 2);
});

test("names a flaky test in the last line", async () => {
  const { code, lastLine } = await run(PASSES + FLAKY, { settings: "retries: 1" });
  assert.equal(lastLine, "2 passed, 0 failed, 1 flaky: wavers");
  assert.equal(code, 0);
});

test("lists the tests without writing a report", async () => {
  const { output, results } = await run(PASSES, { parameters: ["--project=desktop", "--list"] });
  assert.match(output, /\[desktop\] › own\.spec\.mjs:\d+:\d+ › passes/);
  assert.equal(existsSync(join(results, "results.json")), false);
});

test("runs the tests that --grep chooses", async () => {
  const { lastLine } = await run(PASSES + FAILS, { parameters: ["--project=desktop", "--grep", "passes"] });
  assert.equal(lastLine, "1 passed, 0 failed");
});

/** Opens a page that must have a heading. */
const visits = (path: string) => `test("visits ${path}", ${CATALOGUE}, async ({ page }) => {
  await page.goto("${path}");
  await expect(page.getByRole("heading", { name: "Shows" })).toBeVisible({ timeout: 100 });
});`;
const calls = (path: string) =>
  `test("calls ${path}", ${CATALOGUE}, async ({ env }) => expect((await fetch(env.address + "${path}")).status).toBe(200));`;
const requests = (path: string) =>
  `test("requests ${path}", ${CATALOGUE}, async ({ request }) => expect((await request.get("${path}")).status()).toBe(200));`;
const CHOOSES = 'test("chooses", { tag: "@purchase" }, ({ anyTickets }) => anyTickets.choose());';

const TROUBLE: readonly (readonly [body: string, answers: typeof pages, line: RegExp])[] = [
  [
    visits("/overloaded"),
    { "/overloaded": [503, "busy"] },
    /GET \/overloaded answered 503 after \d+\.\d s at \d\d:\d\d:\d\d UTC \(request r-17\)/,
  ],
  [visits("/closed"), { "/closed": undefined }, /GET \/closed failed with net::ERR_EMPTY_RESPONSE/],
  [calls("/limited?key=1"), { "/limited?key=1": [429, ""] }, /GET \/limited answered 429/],
  [calls("/cut"), { "/cut": undefined }, /GET \/cut failed with UND_ERR_SOCKET/],
  [requests("/gateway"), { "/gateway": [502, ""] }, /GET \/gateway answered 502/],
  [requests("/reset"), { "/reset": undefined }, /GET \/reset failed with ECONNRESET/],
  [CHOOSES, { "/en/events.json": [200, '{"events":[]}'] }, /No listed event has 1 tickets .* with E2E_EVENT/],
];

test("P59: exits with 2 when the target had trouble in every failed test, and names each call", async () => {
  const answers = Object.assign({}, ...TROUBLE.map(([, one]) => one));
  const { code, output, lastLine, read } = await run(PASSES + TROUBLE.map(([body]) => body).join("\n"), { answers });
  for (const [, , line] of TROUBLE) {
    assert.match(output, line);
    assert.match(read("junit.xml"), line);
  }
  assert.match(output, /The target had trouble in every failed test\./);
  assert.equal(lastLine, `1 passed, ${TROUBLE.length} failed`);
  assert.equal(code, 2, output);
  assert.equal(JSON.parse(read("results.json")).isExplainedByTrouble, true);
});

test("P59: exits with 1 when a failed test had no trouble: a page answers 500, or lacks what the test expects", async () => {
  const answers: typeof pages = { "/en": [503, "busy"], "/de": [500, "fault"], "/fr": [200, "<h1>Plays</h1>"] };
  const { code, output, read } = await run(visits("/en") + visits("/de") + visits("/fr"), { answers });
  assert.match(output, /GET \/en answered 503/);
  assert.equal(code, 1, output);
  const { tests } = JSON.parse(read("results.json")) as { tests: { isExplained: boolean }[] };
  assert.deepEqual(
    tests.map(({ isExplained }) => isExplained),
    [true, false, false],
  );
});

test("P59: exits with 2 and writes nothing when the test system is down", async () => {
  const { code, output, results } = await run(PASSES, { answers: { [HANDSHAKE]: undefined } });
  assert.equal(code, 2);
  assert.match(output, /does not answer/);
  assert.equal(existsSync(results), false);
});

test("makes one report of the blobs of all shards, with JUnit and JSON", async () => {
  const blobs = mkdtempSync(join(folder, "blobs-"));
  for (const shard of ["1/2", "2/2"]) {
    const { results } = await run(PASSES + NEEDS_SERVICE, { parameters: ["--project=desktop", `--shard=${shard}`] });
    for (const name of readdirSync(join(results, "blob"))) copyFileSync(join(results, "blob", name), join(blobs, name));
  }
  assert.equal(readdirSync(blobs).length, 2);
  const merged = join(blobs, "merged");
  const cli = fromRoot("node_modules", "@playwright", "test", "cli.js");
  const parameters = [cli, "merge-reports", `--config=${fromRoot("playwright.config.ts")}`, blobs];
  // The machine that merges has no browser.
  const browsers = { PLAYWRIGHT_BROWSERS_PATH: join(folder, "no-browsers") };
  const env = { ...process.env, ...browsers, E2E_ADDRESS: address, E2E_RESULTS: merged };
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { cwd: root, env, encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
  const { counts, tests, target, engines } = JSON.parse(readFileSync(join(merged, "results.json"), "utf8"));
  assert.equal(target.handshake, "uat, payments fake");
  assert.deepEqual(engines, [{ engine: "chromium" }]);
  assert.deepEqual(counts, { passed: 1, failed: 0, flaky: 0, skipped: 1 });
  assert.deepEqual(tests.map(({ title }: { title: string }) => title).toSorted(), ["admits", "passes"]);
  assert.match(readFileSync(join(merged, "junit.xml"), "utf8"), /<skipped message="needs service: set E2E_SERVICE,/);
  assert.ok(existsSync(join(merged, "report", "index.html")));
});
