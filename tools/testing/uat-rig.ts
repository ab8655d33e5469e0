import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { buildStorefront } from "#tools/launcher/build.ts";
import { noOperatorSettings, type OperatorSettings } from "#tools/launcher/settings.ts";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { freePort } from "#tools/lib/ports.ts";
import type { Program } from "#tools/lib/processes.ts";
import type { Signals } from "#tools/lib/signals.ts";
import { step } from "#tools/lib/terminal.ts";
import { openTestSandbox } from "#tools/sandbox/test-sandbox.ts";
import { joinAuthorities, newEdgeAuthority } from "./edge/authority.ts";
import { type Elsewhere, runAsTester, serveUntilStopped } from "./elsewhere.ts";
import { findBrowser } from "./find-browser.ts";

/** Added to each answer, as by a distant test system. */
const DELAY_MS = 200;
/** Tests that wait for a reservation to expire take this long. The timer announces from five minutes on. */
const RESERVATION_SECONDS = 360;

const BASIC_USER = "qa";
const PROXY_USER = "office";
/** The page of a promoter who is registered. Tests serve it themselves. */
const EMBED_ORIGIN = "https://promoter.example";

/**
 * `npm run e2e -- --uat`: starts a test system as another company has it, and runs `npm run e2e` against it with the
 * settings of a tester there. `--service` adds the credential of the ticketing service, and `--proxy` makes a forward
 * proxy with a credential the only way to it; `--serve` runs no test. Every other parameter is Playwright's.
 */
export const runAgainstUat: Elsewhere = async (node, signals, parameters) => {
  const browser = await findBrowser(node);
  const has = (name: string) => parameters.includes(name);
  const rig = await openUatRig(node, signals, { withService: has("--service"), withProxy: has("--proxy") });
  try {
    const settings = { ...rig.variables, E2E_BROWSER: browser };
    if (has("--serve")) return await serveUntilStopped(settings);
    const ofPlaywright = parameters.filter((parameter) => !["--service", "--proxy"].includes(parameter));
    return await runAsTester(node, settings, ofPlaywright);
  } finally {
    await rig.close();
  }
};

type UatOptions = { readonly withService: boolean; readonly withProxy: boolean };

type UatRig = {
  /** The settings that a tester of this test system has, and no others. */
  readonly variables: Variables;
  readonly close: () => Promise<void>;
};

/**
 * Starts a sandbox as a test system of another company: at an https address with a private authority, behind HTTP Basic
 * and a slow edge, `uat` with fake payments. The tests get no control port, ledger or key.
 */
async function openUatRig(node: string, signals: Signals, options: UatOptions): Promise<UatRig> {
  const port = await freePort(0);
  const operator = operatorOf(`https://localhost:${port}`);
  const sandbox = await openTestSandbox(node, signals, { forTests: false, operator });
  try {
    const prepared = await step("Preparing a database", sandbox.prepare);
    const actionsKey = await buildStorefront({ node, data: sandbox.data });
    const variables = await step("Starting the test system", async () => {
      const { addresses } = await sandbox.startAll(prepared, actionsKey);
      const tls = await newEdgeAuthority(node, join(sandbox.data, "edge-tls"));
      const [basicPassword, proxyPassword] = [newPassword(), newPassword()];
      await sandbox.start(edge({ port, tls, target: addresses.listens, login: `${BASIC_USER}:${basicPassword}` }));
      const proxy = options.withProxy ? await sandbox.start(forwardProxy(`${PROXY_USER}:${proxyPassword}`)) : undefined;
      const authorities = [join(tls, "ca.pem"), ...(options.withService ? [addresses.ca] : [])];
      return {
        E2E_ADDRESS: addresses.storefront,
        E2E_CA: joinAuthorities(authorities, join(tls, "trusted.pem")),
        E2E_BASIC_LOGIN: `${BASIC_USER}:${basicPassword}`,
        E2E_GOOD_CARD: addresses.goodCard,
        E2E_BAD_CARD: addresses.badCard,
        E2E_EMBED_ORIGIN: EMBED_ORIGIN,
        ...(proxy !== undefined && { E2E_PROXY: proxy.replace("//", `//${PROXY_USER}:${proxyPassword}@`) }),
        ...(options.withService && {
          E2E_SERVICE: addresses.service,
          E2E_SERVICE_LOGIN: `${addresses.user}:${addresses.password}`,
        }),
      };
    });
    return { variables, close: sandbox.close };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

function operatorOf(origin: string): OperatorSettings {
  return {
    ...noOperatorSettings(),
    origin,
    storefront: {
      FOYER_ENVIRONMENT: "uat",
      FOYER_PAYMENTS: "fake",
      // The edge.
      TRUSTED_HOPS: "1",
      EMBED_ORIGINS: EMBED_ORIGIN,
    },
    service: { HOLD_SECONDS: String(RESERVATION_SECONDS) },
  };
}

const newPassword = () => randomBytes(12).toString("base64url");

type Edge = { readonly port: number; readonly tls: string; readonly target: string; readonly login: string };

function edge({ port, tls, target, login }: Edge): Program {
  return {
    name: "edge",
    parameters: ["--dns-result-order=ipv4first", fromRoot("test", "uat-rig", "start-edge.ts")],
    env: childEnvironment([], {
      PORT: String(port),
      TARGET: target,
      TLS_KEY_FILE: join(tls, "server-key.pem"),
      TLS_CERT_FILE: join(tls, "server.pem"),
      LOGIN: login,
      DELAY_MS: String(DELAY_MS),
    }),
    firstLine: true,
  };
}

function forwardProxy(login: string): Program {
  return {
    name: "forward-proxy",
    parameters: ["--dns-result-order=ipv4first", fromRoot("test", "uat-rig", "start-forward-proxy.ts")],
    env: childEnvironment([], { LOGIN: login }),
    firstLine: true,
  };
}
