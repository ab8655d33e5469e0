import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { startEdge } from "#e2e/tools/edge.ts";
import { startForwardProxy } from "#e2e/tools/forward-proxy.ts";
import { buildStorefront } from "#scripts/launcher/build.ts";
import { noOperatorSettings } from "#scripts/launcher/settings.ts";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { childEnvironment, run, type Variables } from "#scripts/lib/run.ts";
import type { Signals } from "#scripts/lib/signals.ts";
import { print } from "#scripts/lib/terminal.ts";
import { openTestSandbox } from "#scripts/sandbox/test-sandbox.ts";
import { browserTestEnvironment, runAndReport, SANDBOX_TIMEOUT_FACTOR, sandboxVariables } from "./browser-tests.ts";
import { installNginx, startShippedEdge } from "./edge.ts";
import { findBrowser } from "./find-browser.ts";
import { withOtherStorefront } from "./other-storefront.ts";

/** Runs browser tests against a system that it starts, with the parameters of the command. Returns the exit code. */
type Elsewhere = (node: string, signals: Signals, parameters: readonly string[]) => Promise<number>;

const PASSED_ON = ["CI", "E2E_LANGUAGE", "E2E_RUN", "E2E_SIZE", "E2E_TIMEOUT_FACTOR"];
const PLAIN = "--plain";
const CHROMIUM = ["--project=desktop", "--project=phone"];

/** Added to each answer, as by a distant test system. */
const DELAY_MS = 200;
/** Tests that wait for a reservation to expire take this long. The timer announces from five minutes on. */
const RESERVATION_SECONDS = "360";
/** The page of a promoter who is registered. Tests serve it themselves. */
const EMBED_ORIGIN = "https://promoter.example";

const newLogin = (user: string) => `${user}:${randomBytes(12).toString("base64url")}`;

/** Makes a private authority of an edge alone and its certificate. The files are removed with the process. */
async function edgeAuthority() {
  const made = await makeCertificates();
  process.once("exit", () => rmSync(made.folder, { recursive: true, force: true }));
  /** Writes this authority and others into one file, and returns its path. */
  function trustedWith(others: readonly string[], name: string): string {
    const file = join(made.folder, name);
    writeFileSync(file, [made.ca, ...others].map((one) => readFileSync(one, "utf8")).join("\n"));
    return file;
  }
  return { ...made, trustedWith };
}

/** Runs `npm run e2e` with these settings of a tester alone. */
async function runAsTester(node: string, settings: Variables, parameters: readonly string[]): Promise<number> {
  const env = childEnvironment(PASSED_ON, { ...settings, E2E_BROWSER: await findBrowser(node) });
  const command = [fromRoot("scripts", "e2e.ts"), ...parameters];
  return (await run(node, command, { cwd: root, env, stdio: "inherit", endsCleanly: true })).code;
}

/**
 * `npm run e2e -- --uat`: starts a sandbox as a test system of another company, at an https address with a private authority,
 * behind HTTP Basic and a slow edge, `uat` with fake payments, and runs `npm run e2e` against it with the settings of a tester
 * there: no control port, ledger or key. `--service` adds the credential of the ticketing service, and `--proxy` a forward
 * proxy with a credential on the way to it; `--serve` runs no test. Every other parameter is Playwright's.
 */
export const runAgainstUat: Elsewhere = async (node, signals, parameters) => {
  const has = (name: string) => parameters.includes(name);
  const port = await freePort(0);
  const operator = {
    ...noOperatorSettings(),
    origin: `https://localhost:${port}`,
    storefront: { FOYER_ENVIRONMENT: "uat", FOYER_PAYMENTS: "fake", TRUSTED_HOPS: "1", EMBED_ORIGINS: EMBED_ORIGIN },
    service: { HOLD_SECONDS: RESERVATION_SECONDS },
  };
  const sandbox = await openTestSandbox(node, signals, { forTests: false, operator });
  try {
    const { addresses } = await sandbox.bringUp();
    const { key, cert, trustedWith } = await edgeAuthority();
    const login = newLogin("qa");
    const edge = await startEdge({ target: addresses.listens, key, cert, port, login, delayMs: DELAY_MS });
    const settings = {
      E2E_ADDRESS: edge.url,
      E2E_CA: trustedWith(has("--service") ? [addresses.ca] : [], "trusted.pem"),
      E2E_BASIC_LOGIN: login,
      E2E_GOOD_CARD: addresses.goodCard,
      E2E_BAD_CARD: addresses.badCard,
      E2E_EMBED_ORIGIN: EMBED_ORIGIN,
      ...(has("--proxy") && { E2E_PROXY: await startForwardProxy(newLogin("office")) }),
      ...(has("--service") && {
        E2E_SERVICE: addresses.service,
        E2E_SERVICE_LOGIN: `${addresses.user}:${addresses.password}`,
      }),
    };
    if (has("--serve")) return await serveUntilStopped(settings);
    const ofPlaywright = parameters.filter((parameter) => !["--service", "--proxy"].includes(parameter));
    return await runAsTester(node, settings, ofPlaywright);
  } finally {
    await sandbox.close();
  }
};

/**
 * `npm run e2e -- --by-address`: starts a sandbox as `npm start` does, and runs `npm run e2e` against it as against any storefront, with
 * its address alone. `--service` adds all that the start prints: service, login, authority, inbox. Every other parameter is Playwright's.
 */
export const runByAddress: Elsewhere = async (node, signals, parameters) => {
  const sandbox = await openTestSandbox(node, signals, { forTests: false });
  try {
    const { addresses } = await sandbox.bringUp();
    const { E2E_SANDBOX: _, NODE_EXTRA_CA_CERTS: __, ...printed } = sandboxVariables(addresses);
    const settings = parameters.includes("--service") ? printed : { E2E_ADDRESS: addresses.storefront };
    const ofPlaywright = parameters.filter((parameter) => parameter !== "--service");
    return await runAsTester(node, settings, [...CHROMIUM, ...ofPlaywright]);
  } finally {
    await sandbox.close();
  }
};

/** Prints the settings of a tester for runs by hand, and waits for a signal. */
async function serveUntilStopped(settings: Variables): Promise<never> {
  print("\nThe test system is ready. Its settings:\n");
  for (const [name, value] of Object.entries(settings)) print(`export ${name}='${value}'`);
  print("\nCtrl-C stops everything.");
  return new Promise(() => setInterval(() => {}, 60_000));
}

/**
 * `npm run e2e -- --other-service`: runs the browser tests against a storefront in front of the tests' other ticketing
 * service, with `--plain` as one that has only the specification and the public reference. With `--serve` it runs no test; parameters
 * such as `--delay 500` then go to `service/conformance/other-service/start.ts`.
 */
export const runAgainstOtherService: Elsewhere = async (node, signals, parameters) => {
  const data = mkdtempSync(join(tmpdir(), "foyer-other-run-"));
  await buildStorefront({ node, data }).finally(() => rmSync(data, { recursive: true, force: true }));
  if (parameters.includes("--serve")) {
    const start = fromRoot("service", "conformance", "other-service", "start.ts");
    const own = ["--storefront", ...parameters.filter((parameter) => parameter !== "--serve")];
    const options = { cwd: root, env: childEnvironment([], {}), stdio: "inherit", endsCleanly: true } as const;
    return (await run(node, [start, ...own], options)).code;
  }
  const isPlain = parameters.includes(PLAIN);
  const ofPlaywright = parameters.filter((parameter) => parameter !== PLAIN);
  return withOtherStorefront(signals, { plain: isPlain }, (address) =>
    runAsTester(node, { E2E_ADDRESS: address }, [...CHROMIUM, ...ofPlaywright]),
  );
};

/**
 * `npm run e2e -- --nginx`: runs the browser tests of the sandbox behind Debian's nginx with the shipped file. Each buyer
 * has an address of its own, as behind a balancer; the rest of the file is as an installer leaves it.
 */
export const runBehindNginx: Elsewhere = async (node, signals, parameters) => {
  const browser = await findBrowser(node);
  const port = await freePort(0);
  const operator = { ...noOperatorSettings(), origin: `https://localhost:${port}` };
  const sandbox = await openTestSandbox(node, signals, { operator });
  try {
    // The worker trusts the edge as well: it asks for the content of each mail at the shop's address.
    const { NODE_EXTRA_CA_CERTS: callers } = process.env;
    const { folder, trustedWith } = await edgeAuthority();
    process.env.NODE_EXTRA_CA_CERTS = trustedWith(callers ? [callers] : [], "programs.pem");
    const { addresses } = await sandbox.bringUp();
    const plainPort = await freePort(0, new Set([port]));
    const site = {
      folder: join(sandbox.data, "nginx"),
      name: "localhost",
      port,
      plainPort,
      // The second storefront is stopped, as it is during its restart.
      storefronts: [Number(new URL(addresses.listens).port), await freePort(0, new Set([port, plainPort]))] as const,
      certificateFile: join(folder, "server.pem"),
      keyFile: join(folder, "server-key.pem"),
    };
    const edge = await startShippedEdge(installNginx(site, { trustsCaller: true }), site);
    signals.alsoStop(edge.close);
    try {
      const trusted = trustedWith([addresses.ca], "trusted.pem");
      const env = browserTestEnvironment({
        ...sandboxVariables(addresses),
        E2E_ADDRESS: edge.url,
        E2E_CA: trusted,
        NODE_EXTRA_CA_CERTS: trusted,
        E2E_BROWSER: browser,
        E2E_TIMEOUT_FACTOR: process.env.E2E_TIMEOUT_FACTOR || SANDBOX_TIMEOUT_FACTOR,
      });
      return await runAndReport(node, env, parameters);
    } finally {
      await edge.close();
    }
  } finally {
    await sandbox.close();
  }
};
