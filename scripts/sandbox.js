import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { writeWhole } from "./data-folder.js";
import { Fault } from "./fault.js";
import { environmentFor, inHouse, root } from "./house.js";
import { noOperatorSettings } from "./operator-settings.js";
import { choosePorts, movedPorts } from "./ports.js";
import { createProcesses } from "./processes.js";
import { lastLines, run } from "./run.js";
import { keptSettings } from "./settings.js";
import { startStorefront, storefrontEnvironment } from "./storefront.js";

export const GOOD_CARD = "4111 1111 1111 1111";
export const BAD_CARD = "4111 1111 1111 1103";
/** All that the sandbox processor knows: none is a real card, so that tries with them need no limit. */
const TEST_CARDS = [
  ...["1103", "1111", "1129", "1137", "1145", "1152", "1301", "1319", "1400", "1418", "1426", "1434", "1442"],
  ...["1202", "1210", "1228", "1236", "1244", "1251", "1509", "1517", "1525", "1608", "1616", "1624"],
].map((end) => `411111111111${end}`);

/** What a setup prints when it fails: the reason first, then where. */
const SAID_LINES = 40;

const SHOP_USER = "shop";
/** Stands in for the account's number while the settings are checked and no database has been asked. */
const SOME_ACCOUNT = 1;

/**
 * Brings up everything on one data folder: PostgreSQL, processor, service, storefront. A test asks for the service's
 * test entry, which has a control port, and names no database, so that nobody's own is ever written to. Whoever calls
 * this stops it, also when it fails half way.
 */
export function createSandbox({
  node,
  data,
  operator = noOperatorSettings(),
  ports = operator.ports,
  forTests = false,
  processes = createProcesses({ node, logs: join(data, "logs") }),
}) {
  const settings = { ...keptSettings(data), ...operator.passwords };
  const tls = join(data, "tls");
  const ca = join(tls, "ca.pem");
  // Tests look for the name in everything that is served and printed, so that it is one that stands nowhere by chance.
  const shopUser = forTests ? `shop-${randomBytes(6).toString("hex")}` : SHOP_USER;

  /** Certificates, the database's tables and the season: whatever is there already is kept. */
  async function prepare() {
    const [{ url: databaseUrl, notes = [] }] = await Promise.all([
      operator.databaseUrl ? { url: operator.databaseUrl } : startDatabase(processes, data),
      finish("certificates", node, [inHouse("service", "setup", "certificates.ts"), tls], environmentFor([], {})),
    ]);
    const setup = [inHouse("service", "setup", "main.ts")];
    const output = await finish("setup", node, setup, setupSettings(databaseUrl));
    const accounts = JSON.parse(output.trim().split("\n").at(-1));
    if (accounts.keptPasswords.includes(accounts.shopUser)) throw new Fault(unknownPassword(accounts.shopUser));
    return { databaseUrl, notes, accounts };
  }

  const setupSettings = (databaseUrl) =>
    environmentFor([], {
      FOYER_DATA: data,
      DATABASE_URL: databaseUrl,
      SHOP_USER: shopUser,
      SHOP_PASSWORD: settings.shopPassword,
      PROMOTER_PASSWORD: settings.promoterPassword,
      OTHER_PROMOTER_PASSWORD: settings.otherPromoterPassword,
      SEED: operator.plantsDemo ? "season" : "empty",
    });

  async function startAll({ databaseUrl, accounts }, actionsKey) {
    const free = await choosePorts(ports, operator);
    const addresses = addressesAt(free, accounts);
    await Promise.all([
      processes.start(processor(free.processor)),
      processes.start(service(free, addresses, databaseUrl)),
      startStorefront(processes, {
        env: storefrontSettings(addresses),
        actionsKey,
        port: free.behind ?? free.storefront,
        host: operator.host,
      }),
      ...(forTests ? [processes.start(recorder(free))] : []),
    ]);
    writeWhole(join(data, "addresses.json"), addresses);
    return {
      addresses,
      moved: movedPorts(ports, free),
    };
  }

  function addressesAt(free, accounts) {
    return {
      listens: `http://${operator.host}:${free.storefront}`,
      storefront: operator.origin ?? `http://localhost:${free.storefront}`,
      service: `https://localhost:${free.service}/v2`,
      ca,
      account: accounts.account,
      currency: accounts.currency,
      user: accounts.user,
      ...(!accounts.keptPasswords?.includes(accounts.user) && { password: settings.promoterPassword }),
      shopUser: accounts.shopUser,
      shopPassword: settings.shopPassword,
      goodCard: operator.storefront.GOOD_CARD ?? GOOD_CARD,
      badCard: operator.storefront.BAD_CARD ?? BAD_CARD,
      processor: `http://127.0.0.1:${free.processor}`,
      ...(forTests && { control: `http://127.0.0.1:${free.control}`, cookieKeys: settings.cookieKeys }),
    };
  }

  /** Every setting that the storefront will get, before there is a database: so that a wrong one is told first. */
  const expectedSettings = () => storefrontSettings(addressesAt(ports, { account: SOME_ACCOUNT, shopUser }));

  function storefrontSettings({ storefront, service, account, currency, shopUser, shopPassword, goodCard, badCard }) {
    const known = {
      FOYER_ENVIRONMENT: "sandbox",
      // Ours is the processor behind it, which knows test cards alone.
      FOYER_PAYMENTS: "fake",
      TICKETING_URL: service,
      TICKETING_CA: ca,
      TICKETING_USER: shopUser,
      TICKETING_PASSWORD: shopPassword,
      TICKETING_ACCOUNT: String(account),
      ...(currency !== undefined && { CURRENCY: currency }),
      GOOD_CARD: goodCard,
      BAD_CARD: badCard,
      // Tests say themselves from which address each buyer asks.
      ...(forTests && { TRUSTED_HOPS: "1" }),
    };
    return storefrontEnvironment({ origin: storefront, data, settings, operator, known });
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
      env: environmentFor([], {
        ...operator.service,
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
        CARD_KEY: settings.cardKey,
        TEST_CARDS: TEST_CARDS.join(),
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
        SHOWN_CARDS: [GOOD_CARD, BAD_CARD].join(),
      }),
      ready: { url: `http://localhost:${free.storefront}/api/health` },
    };
  }

  /** What no byte that is served or printed may hold. */
  const leakSettings = {
    LEAK_FOUND: join(data, "leaks.jsonl"),
    LEAK_LOGS: join(data, "logs"),
    LEAK_SECRETS: JSON.stringify([
      { user: shopUser, password: settings.shopPassword },
      { user: "key", password: settings.nextAuthSecret },
      { user: "key", password: settings.processorSecret },
      { user: "key", password: settings.cardKey },
      ...[settings.cookieKeys, settings.linkKeys]
        .flatMap((keys) => keys.split(","))
        .map((password) => ({ user: "key", password })),
    ]),
  };

  return { ...processes, leakSettings, expectedSettings, prepare, setupSettings, startAll, storefrontSettings };
}

const unknownPassword = (user) =>
  `The database has a user "${user}" with a password that this data folder does not know, and a start changes no password. Set SHOP_PASSWORD to it, or name an empty database.`;

export async function startDatabase(processes, data) {
  const line = await processes.start({
    name: "database",
    parameters: [inHouse("tools", "postgres", "main.ts")],
    env: environmentFor([], { FOYER_DATA: data }),
    firstLine: true,
  });
  return JSON.parse(line);
}

async function finish(what, node, parameters, env) {
  const { code, output } = await run(node, parameters, { cwd: root, env });
  if (code !== 0) throw new Fault(`The ${what} failed:\n${lastLines(output, SAID_LINES)}`);
  return output;
}
