import { join } from "node:path";
import { writeWhole } from "./data-folder.js";
import { Fault } from "./fault.js";
import { environmentFor, inHouse, root } from "./house.js";
import { freePort } from "./ports.js";
import { createProcesses } from "./processes.js";
import { lastLines, run } from "./run.js";
import { keptSettings } from "./settings.js";
import { startStorefront, storefrontEnvironment } from "./storefront.js";

export const GOOD_CARD = "4111 1111 1111 1111";
export const BAD_CARD = "4111 1111 1111 1103";

/** What a person may set for the service; the rest of its settings is ours to say. */
const SERVICE_MAY_BE_SET = ["HOLD_SECONDS", "HOLD_CEILING_SECONDS", "LATE_PAY_SECONDS"];

/**
 * Brings up everything on one data folder: PostgreSQL, processor, service, storefront. A test asks for the service's
 * test entry, which has a control port, and names no database, so that nobody's own is ever written to. Whoever calls
 * this stops it, also when it fails half way.
 */
export function createSandbox({ node, data, ports, databaseUrl: given, forTests = false }) {
  const processes = createProcesses({ node, logs: join(data, "logs") });
  const settings = keptSettings(data);
  const tls = join(data, "tls");
  const ca = join(tls, "ca.pem");

  /** Certificates, the database's tables and the season: whatever is there already is kept. */
  async function prepare() {
    const [{ url: databaseUrl, notes = [] }] = await Promise.all([
      given ? { url: given } : startDatabase(processes, data),
      finish("certificates", node, [inHouse("service", "setup", "certificates.ts"), tls], environmentFor([], {})),
    ]);
    const env = environmentFor([], {
      FOYER_DATA: data,
      DATABASE_URL: databaseUrl,
      SHOP_PASSWORD: settings.shopPassword,
      PROMOTER_PASSWORD: settings.promoterPassword,
      OTHER_PROMOTER_PASSWORD: settings.otherPromoterPassword,
      SEED: "season",
    });
    const output = await finish("setup", node, [inHouse("service", "setup", "main.ts")], env);
    return { databaseUrl, notes, accounts: JSON.parse(output.trim().split("\n").at(-1)) };
  }

  async function startAll({ databaseUrl, accounts }, actionsKey) {
    const free = await freePorts(ports);
    const addresses = {
      storefront: `http://localhost:${free.storefront}`,
      service: `https://localhost:${free.service}/v2`,
      ca,
      account: accounts.account,
      user: accounts.user,
      password: settings.promoterPassword,
      shopUser: accounts.shopUser,
      shopPassword: settings.shopPassword,
      goodCard: GOOD_CARD,
      badCard: BAD_CARD,
      processor: `http://127.0.0.1:${free.processor}`,
      ...(forTests && { control: `http://127.0.0.1:${free.control}` }),
    };
    await Promise.all([
      processes.start(processor(free.processor)),
      processes.start(service(free, addresses, databaseUrl)),
      startStorefront(processes, storefrontSettings(addresses), actionsKey, free.behind),
      ...(forTests ? [processes.start(recorder(free))] : []),
    ]);
    writeWhole(join(data, "addresses.json"), addresses);
    return {
      addresses,
      moved: Object.entries(free).filter(([name, port]) => ports[name] !== 0 && ports[name] !== port),
    };
  }

  function storefrontSettings({ storefront, service, account, shopUser, shopPassword }) {
    return storefrontEnvironment({
      origin: storefront,
      data,
      settings,
      environment: "sandbox",
      ticketing: {
        TICKETING_URL: service,
        TICKETING_CA: ca,
        TICKETING_USER: shopUser,
        TICKETING_PASSWORD: shopPassword,
        TICKETING_ACCOUNT: String(account),
      },
      cards: { GOOD_CARD, BAD_CARD },
    });
  }

  function processor(port) {
    return {
      name: "processor",
      parameters: [inHouse("service", "processor", "main.ts")],
      env: environmentFor([], {
        FOYER_ENVIRONMENT: "sandbox",
        FOYER_DATA: data,
        HOST: "127.0.0.1",
        PORT: String(port),
        PROCESSOR_SECRET: settings.processorSecret,
      }),
      ready: { url: `http://127.0.0.1:${port}/ready` },
    };
  }

  function service(free, addresses, databaseUrl) {
    return {
      name: "service",
      parameters: [inHouse("service", forTests ? "test" : "src", "main.ts")],
      env: environmentFor(SERVICE_MAY_BE_SET, {
        FOYER_ENVIRONMENT: "sandbox",
        FOYER_DATA: data,
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        HOST: "localhost",
        PORT: String(free.service),
        TLS_CERT_FILE: join(tls, "server.pem"),
        TLS_KEY_FILE: join(tls, "server-key.pem"),
        PROCESSOR_URL: addresses.processor,
        PROCESSOR_SECRET: settings.processorSecret,
        ...(forTests && { CONTROL_PORT: String(free.control) }),
      }),
      ready: { url: new URL("/ready", addresses.service).href, ca },
    };
  }

  /** Stands at the public address before the storefront, and looks for secrets in every byte that is served. */
  function recorder(free) {
    return {
      name: "recorder",
      parameters: ["--dns-result-order=ipv4first", inHouse("test", "leak", "recorder.ts")],
      env: environmentFor([], {
        PORT: String(free.storefront),
        TARGET: `http://localhost:${free.behind}`,
        FOUND: leakSettings.LEAK_FOUND,
        SECRETS: leakSettings.LEAK_SECRETS,
      }),
      ready: { url: `http://localhost:${free.storefront}/api/health` },
    };
  }

  /** What no byte that is served or printed may hold. The shop's user has a name that stands in every text. */
  const leakSettings = {
    LEAK_FOUND: join(data, "leaks.jsonl"),
    LEAK_LOGS: join(data, "logs"),
    LEAK_SECRETS: JSON.stringify([
      { user: "shop", password: settings.shopPassword },
      { user: "key", password: settings.nextAuthSecret },
      { user: "key", password: settings.processorSecret },
      ...settings.cookieKeys.split(",").map((password) => ({ user: "key", password })),
    ]),
  };

  return { ...processes, leakSettings, prepare, startAll, storefrontSettings };
}

export async function startDatabase(processes, data) {
  const line = await processes.start({
    name: "database",
    parameters: [inHouse("service", "setup", "postgres.ts")],
    env: environmentFor([], { FOYER_DATA: data }),
    firstLine: true,
  });
  return JSON.parse(line);
}

async function freePorts(wanted) {
  const promised = new Set();
  const free = {};
  for (const [name, port] of Object.entries(wanted)) {
    free[name] = await freePort(port, promised);
    promised.add(free[name]);
  }
  return free;
}

async function finish(what, node, parameters, env) {
  const { code, output } = await run(node, parameters, { cwd: root, env });
  if (code !== 0) throw new Fault(`The ${what} failed. The last lines:\n${lastLines(output)}`);
  return output;
}
