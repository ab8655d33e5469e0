import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { environment, REMOVED, SETTINGS, settingName } from "#e2e/support/target/env.ts";
import { refuseUnlessTestSystem } from "#e2e/support/target/target.ts";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { startEdge } from "#e2e/tools/edge.ts";
import { misspeltIn } from "#scripts/launcher/setting-names.js";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";
import { handshakeRefusal } from "./browser-tests.ts";

const HANDSHAKE = "GET /.well-known/foyer-environment";
const TEST_SYSTEM = { environment: "uat", payments: "fake" };
const PRODUCTION = { environment: "production", payments: "live" };

type Answer = (response: ServerResponse, handshakes: number) => void;

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Starts a storefront that answers the handshake in this way, and every other request with a page. */
async function startTarget(answer: Answer, headers: Readonly<Record<string, string>> = {}) {
  const received: string[] = [];
  const server = createServer(({ method, url }, response) => {
    received.push(`${method} ${url}`);
    if (received.at(-1) !== HANDSHAKE)
      return void response.writeHead(200, headers).end("<!doctype html><form method=post><button>Buy");
    answer(response, received.length);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), "close");
  };
  after(stop);
  return { received, host, address: `http://${host}`, stop };
}

/** Where the runs of these tests report: those of a tester in the checkout stay. */
const results = mkdtempSync(join(tmpdir(), "foyer-false-targets-"));
after(() => rmSync(results, { recursive: true, force: true }));

/** Runs `npm run e2e`. No browser is needed, since no test may begin. */
function e2e(variables: Variables, parameters: readonly string[] = []) {
  const program = fromRoot("scripts", "e2e.ts");
  const env = { ...childEnvironment([], {}), E2E_BROWSER: process.execPath, E2E_RUN: results, ...variables };
  return new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    const child = execFile(process.execPath, [program, ...parameters], { cwd: root, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

type Target = Awaited<ReturnType<typeof startTarget>>;
type FalseTarget = {
  readonly what: string;
  readonly answer: Answer;
  readonly settings?: (target: Target) => Variables;
  readonly says: RegExp;
  /** Whether the cards alone are the reason, so that not even the handshake is read. */
  readonly isRefusedForCards?: boolean;
};

const FOREIGN_CARDS = { E2E_GOOD_CARD: "4242 4242 4242 4242", E2E_BAD_CARD: "4000 0000 0000 0002" };
const CARDS = "4242424242424242,4000000000000002";
const production = await startTarget(json(PRODUCTION));
const [certificates, foreign] = await Promise.all([makeCertificates(), makeCertificates()]);
after(() => {
  for (const { folder } of [certificates, foreign]) rmSync(folder, { recursive: true, force: true });
});

const FALSE_TARGETS: readonly FalseTarget[] = [
  { what: "production", answer: json(PRODUCTION), says: /does not say that it is a test system/ },
  {
    what: "production, although its host is confirmed by name",
    answer: json(PRODUCTION),
    settings: ({ host }) => ({ E2E_CONFIRM_HOST: host }),
    says: /does not say that it is a test system/,
  },
  { what: "a test system with live payments", answer: json({ ...TEST_SYSTEM, payments: "live" }), says: /"live"/ },
  {
    what: "a test system whose payments are unknown",
    answer: json({ ...TEST_SYSTEM, payments: "unknown" }),
    says: /FOYER_PAYMENTS=fake/,
  },
  { what: "a storefront without the handshake", answer: json({}, 404), says: /E2E_CONFIRM_HOST=localhost/ },
  {
    what: "a host whose name only begins like the confirmed one",
    answer: json({}, 404),
    settings: ({ host }) => ({ E2E_CONFIRM_HOST: `${host}.example` }),
    says: /has no handshake/,
  },
  {
    what: "a redirect to production",
    answer: (response) => response.writeHead(302, { location: `${production.address}/` }).end(),
    settings: ({ host }) => ({ E2E_CONFIRM_HOST: host }),
    says: /status 302/,
  },
  {
    what: "a page instead of the handshake",
    answer: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>Welcome"),
    says: /does not say that it is a test system/,
  },
  {
    what: "an error, although its host is confirmed by name",
    answer: json({}, 500),
    settings: ({ host }) => ({ E2E_CONFIRM_HOST: host }),
    says: /status 500/,
  },
  {
    what: "a card off the test list",
    answer: json(TEST_SYSTEM),
    settings: () => ({ E2E_GOOD_CARD: FOREIGN_CARDS.E2E_GOOD_CARD }),
    says: /is not a test card/,
    isRefusedForCards: true,
  },
  {
    what: "cards that are allowed at another host",
    answer: json(TEST_SYSTEM),
    settings: () => ({ ...FOREIGN_CARDS, E2E_ALLOWED_CARDS: `uat.tickets.example=${CARDS}` }),
    says: /is not a test card/,
    isRefusedForCards: true,
  },
  {
    what: "allowed cards at a host that is confirmed by name alone",
    answer: json({}, 404),
    settings: ({ host }) => ({ ...FOREIGN_CARDS, E2E_ALLOWED_CARDS: `${host}=${CARDS}`, E2E_CONFIRM_HOST: host }),
    says: /needs a storefront whose handshake promises fake payments/,
  },
];

for (const { what, answer, settings, says, isRefusedForCards = false } of FALSE_TARGETS) {
  test(`P55: the suite refuses ${what}, and sends no write`, async () => {
    const target = await startTarget(answer);
    const env = environment({ E2E_ADDRESS: target.address, ...settings?.(target) });
    await assert.rejects(refuseUnlessTestSystem(env), says);
    assert.deepEqual(target.received, isRefusedForCards ? [] : [HANDSHAKE]);
    assert.deepEqual(production.received, []);
  });
}

test("P55: the suite refuses a handshake with a certificate of another authority, and sends no request", async () => {
  const target = await startTarget(json(TEST_SYSTEM));
  const edge = await startEdge({ target: target.address, ...foreign });
  after(edge.close);
  const refusal = (ca: string) =>
    handshakeRefusal(process.execPath, childEnvironment([], { E2E_ADDRESS: edge.url, E2E_CA: ca }));
  assert.match(
    (await refusal(certificates.ca)) ?? "",
    /E2E_CA: no authority that this machine trusts, and none in .*, signed/,
  );
  assert.deepEqual(target.received, []);
  assert.equal(await refusal(foreign.ca), undefined, "the control, which trusts the authority");
  assert.deepEqual(target.received, [HANDSHAKE]);
});

for (const [what, settings, says, received] of [
  ["production", {}, /does not say that it is a test system/, [HANDSHAKE]],
  ["a card off the test list", { E2E_GOOD_CARD: FOREIGN_CARDS.E2E_GOOD_CARD }, /is not a test card/, []],
  ["an address that is none", { E2E_ADDRESS: "nonsense" }, /E2E_ADDRESS: is not an address/, []],
] as const)
  test(`P55, P59: npm run e2e exits with 2 for ${what}`, async () => {
    const target = await startTarget(json(PRODUCTION));
    const { code, output } = await e2e({ E2E_ADDRESS: target.address, ...settings });
    assert.match(output, says);
    assert.equal(code, 2, output);
    assert.deepEqual(target.received, received);
  });

/** Handshakes before the first test: of the command, and of Playwright's global setup. */
const CHECKS = 2;

test("P55: npm run e2e refuses a test system that becomes production between the check and the run", async () => {
  const target = await startTarget((response, handshakes) =>
    json(handshakes <= CHECKS ? TEST_SYSTEM : PRODUCTION)(response, handshakes),
  );
  const parameters = ["--project=desktop", "--project=phone", "-g", "bad card leads back", "--retries=0"];
  const { code, output } = await e2e({ E2E_ADDRESS: target.address }, parameters);
  assert.match(output, /does not say that it is a test system/);
  assert.equal(code, 2, output);
  assert.ok(target.received.length > CHECKS, output);
  assert.deepEqual([...new Set(target.received)], [HANDSHAKE]);
  assert.match(output, /^2 tests: about 1 minute$/m);

  const [, report = ""] = /^Report: npx playwright show-report (\S+)$/m.exec(output) ?? [];
  assert.equal(resolve(root, report), join(results, "report"));
  const junit = readFileSync(join(results, "junit.xml"), "utf8");
  const names = [...junit.matchAll(/<testcase name="(\[\w+\])/g)].map(([, project]) => project);
  assert.deepEqual(names.toSorted(), ["[desktop]", "[phone]"]);
});

test("npm run e2e takes every setting of the suite to it, and those that were removed, which it says how to replace", () => {
  const names = [...SETTINGS.map(settingName), ...Object.keys(REMOVED)];
  assert.deepEqual(misspeltIn(Object.fromEntries(names.map((name) => [name, "a value"]))), []);
});

test("the doctor exits with 2 and names what is wrong, or exits with 0, and starts nothing", async () => {
  const { address, stop } = await startTarget(json(TEST_SYSTEM));
  await stop();
  const unreachable = await e2e({ E2E_ADDRESS: address }, ["--doctor"]);
  assert.equal(unreachable.code, 2);
  assert.match(unreachable.output, /NO {2}Handshake {4}E2E_ADDRESS: http:\/\/localhost:\d+ does not answer/);
  const empty = await e2e({ E2E_ADDRESS: "" }, ["--doctor"]);
  assert.equal(empty.code, 2, empty.output);
  assert.match(empty.output, /E2E_ADDRESS is empty/);
  const own = await e2e({}, ["--doctor"]);
  assert.equal(own.code, 0, own.output);
  assert.match(own.output, /Target {7}a sandbox of its own; E2E_ADDRESS would name another/);
});

test("the doctor tries the mailbox, the service and the embed origin, and names the setting that is wrong, such as E2E_CA", async () => {
  const mailbox = createServer(({ url }, response) =>
    url?.startsWith("/messages?to=") ? response.end("[]") : response.writeHead(404).end(),
  );
  await once(mailbox.listen(0, "localhost"), "listening");
  after(() => mailbox.close());
  const catcher = `http://localhost:${(mailbox.address() as AddressInfo).port}`;
  const policy = "default-src 'self'; frame-ancestors 'self' https://www.promoter.example http://127.0.0.1:*";
  const target = await startTarget(json(TEST_SYSTEM), { "content-security-policy": policy });
  const service = await startEdge({ target: target.address, ...foreign });
  after(service.close);
  const doctor = async (E2E_MAILBOX: string, E2E_EMBED_ORIGIN: string, settings: Variables = {}) =>
    (await e2e({ E2E_ADDRESS: target.address, E2E_MAILBOX, E2E_EMBED_ORIGIN, ...settings }, ["--doctor"])).output;
  for (const origin of ["https://www.promoter.example", "http://127.0.0.1"]) {
    const right = await doctor(catcher, origin);
    assert.match(right, /ok {2}Mailbox {6}http:\/\/localhost:\d+ answers/);
    assert.match(right, /ok {2}Embed origin/);
  }
  const login = { E2E_SERVICE: service.url, E2E_SERVICE_LOGIN: "qa:secret" };
  const wrong = await doctor(`${catcher}/inbox`, "https://promoter.example", login);
  assert.match(wrong, /-- {2}Authority {4}.*E2E_CA/);
  assert.match(wrong, /NO {2}Service {6}E2E_CA: no authority that this machine trusts signed/);
  assert.match(wrong, /NO {2}Mailbox {6}E2E_MAILBOX: .*\/inbox answers 404 at \/messages; name a mail catcher/);
  assert.match(wrong, /NO {2}Embed origin {1}E2E_EMBED_ORIGIN: .* does not let https:\/\/promoter\.example embed it/);
  const trusting = { ...login, E2E_CA: foreign.ca };
  const unanswered = await doctor("http://localhost:9", "https://promoter.example", trusting);
  assert.match(unanswered, /E2E_MAILBOX: .* does not answer/);
  assert.match(unanswered, /ok {2}Authority {4}\S+, beside the public ones/);
  assert.doesNotMatch(unanswered, /no authority that this machine trusts/);
  assert.ok(target.received.every((request) => request.startsWith("GET ")));
});

test("with --strict an engine that is not installed is an error of the doctor and of a run, else a line", async () => {
  const target = await startTarget(json(TEST_SYSTEM));
  const none = { E2E_ADDRESS: target.address, PLAYWRIGHT_BROWSERS_PATH: "/nowhere" };
  assert.match((await e2e(none, ["--doctor"])).output, /-- {2}Engine {7}webkit is not installed/);
  const doctor = await e2e(none, ["--doctor", "--strict"]);
  assert.match(doctor.output, /NO {2}Engine {7}webkit is not installed.*npx playwright install webkit/);
  assert.equal(doctor.code, 2);
  const parameters = ["--project=webkit", "--grep=@smoke", "--reporter=line"];
  const lenient = await e2e(none, parameters);
  assert.doesNotMatch(lenient.output, /--strict/);
  const strict = await e2e(none, [...parameters, "--strict"]);
  assert.match(strict.output, /--strict: webkit did not run\. Install it: npx playwright install webkit/);
  assert.equal(strict.code, 2);
});

test("the control: a write at a test system passes, and is counted", async () => {
  const target = await startTarget(json(TEST_SYSTEM));
  const folder = mkdtempSync(join(results, "control-"));
  const playwright = pathToFileURL(fromRoot("node_modules", "@playwright", "test", "index.mjs")).href;
  writeFileSync(
    join(folder, "playwright.config.mjs"),
    "export default { testMatch: '*.spec.mjs', outputDir: 'output' };",
  );
  writeFileSync(
    join(folder, "one.spec.mjs"),
    `import { test } from "${playwright}"; test("buys", () => fetch("${target.address}/buy", { method: "POST" }));`,
  );
  const { code, output } = await e2e({ E2E_ADDRESS: target.address }, [
    `--config=${join(folder, "playwright.config.mjs")}`,
    "--reporter=line",
  ]);
  assert.equal(code, 0, output);
  assert.deepEqual(
    target.received.filter((request) => request !== HANDSHAKE),
    ["POST /buy"],
  );
});
