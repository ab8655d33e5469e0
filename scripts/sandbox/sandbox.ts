import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { storedSecrets } from "#scripts/launcher/data-folder.ts";
import { noOperatorSettings, type OperatorSettings, withMetricsPort } from "#scripts/launcher/settings.ts";
import { startStorefront, storefrontEnvironment } from "#scripts/launcher/storefront.ts";
import { Fault } from "#scripts/lib/fault.ts";
import { fromRoot, writeJson } from "#scripts/lib/files.ts";
import { choosePorts, movedPorts } from "#scripts/lib/ports.ts";
import { createProcesses, type Processes, type Program } from "#scripts/lib/processes.ts";
import { childEnvironment, outputOf } from "#scripts/lib/run.ts";
import { TEST_CARDS } from "#service/sandbox/processor/domain/test-cards.ts";
import {
  type Accounts,
  addressesOf,
  BAD_CARD,
  GOOD_CARD,
  type Prepared,
  type SandboxAddresses,
  type SandboxPorts,
  type ShopOptions,
} from "./addresses.ts";
import { leakSearch } from "./leak-search.ts";

const SHOP_USER = "shop";
/** The sender of the sandbox's mail. The domain is reserved, so a real server would not deliver answers. */
const MAIL_FROM = "Foyer <tickets@foyer.example>";
/** The storefront's timeout during tests: a machine busy with tests answers late. */
export const TEST_TIMEOUT = { TICKETING_READ_MS: "15000" };
/** Placeholders for checking the settings before there is a database. */
/** The service beside it takes seconds to start. */
const QUIET_MS = 4_000;
const ANY_DATABASE = "postgresql://foyer@localhost/foyer";
const ANY_ACCOUNT: Accounts = { account: 1, shopUser: SHOP_USER };

/**
 * Creates a sandbox on one data folder: PostgreSQL, processor, service, storefront. For tests it runs the service's
 * test entry, which has a control port, on its own database. The caller stops it, also after a failed start.
 */
export function createSandbox({
  node,
  data,
  operator = noOperatorSettings(),
  ports = operator.ports,
  forTests = false,
  reloads = false,
  processes = createProcesses({ node, logs: join(data, "logs") }),
  secrets = storedSecrets(data),
}: Pick<ShopOptions, "node" | "data" | "reloads" | "secrets"> & {
  readonly operator?: OperatorSettings;
  readonly processes?: Processes;
  readonly ports?: SandboxPorts;
  readonly forTests?: boolean;
}) {
  const settings = { ...secrets, ...operator.passwords };
  const tls = join(data, "tls");
  const ca = join(tls, "ca.pem");
  // Leak tests search for this name, so it must not occur by chance.
  const shopUser = forTests ? `shop-${randomBytes(6).toString("hex")}` : SHOP_USER;

  const addressesAt = (free: SandboxPorts, accounts: Accounts) =>
    addressesOf({ free, accounts, operator, settings, ca, forTests });

  /** Creates certificates, the database's tables and the demo season. What exists is kept. */
  async function prepare() {
    const [{ url: databaseUrl, notes }] = await Promise.all([
      operator.databaseUrl ? { url: operator.databaseUrl, notes: [] } : startDatabase(processes, data),
      outputOf("certificates", node, [fromRoot("service", "setup", "certificates.ts"), tls], childEnvironment([], {})),
    ]);
    const setupSettings = childEnvironment([], {
      FOYER_DATA: data,
      DATABASE_URL: databaseUrl,
      SHOP_PASSWORD: settings.shopPassword,
      PROMOTER_PASSWORD: settings.promoterPassword,
      FOYER_DEMO: operator.seedsDemo ? "1" : "0",
      FOYER_ENVIRONMENT: "sandbox",
    });
    const output = await outputOf("setup", node, [fromRoot("service", "setup", "main.ts"), shopUser], setupSettings);
    const accounts: Accounts = JSON.parse(output.trim().split("\n").at(-1) ?? "");
    if (accounts.keptPasswords?.includes(accounts.shopUser)) throw new Fault(unknownPassword(accounts.shopUser));
    return { databaseUrl, notes, accounts };
  }

  async function startAll({ databaseUrl, accounts }: Prepared, actionsKey: string) {
    const free = await choosePorts(ports, operator);
    const addresses = addressesAt(free, accounts);
    await Promise.all([
      processes.start(processor(free.processor)),
      ...(free.mail === undefined ? [] : [processes.start(mailCatcher(free.mail, free.smtp))]),
      processes.start(service(free, addresses, databaseUrl)),
      startStorefront(processes, {
        env: {
          ...storefrontSettings(addresses),
          ...(forTests && { METRICS_ADDRESS: `127.0.0.1:${free.storefrontMetrics}` }),
        },
        port: free.behind ?? free.storefront,
        host: operator.host,
        actionsKey,
        quietMs: QUIET_MS,
      }),
      ...(forTests ? leaks.programs(free).map(processes.start) : []),
    ]);
    writeJson(join(data, "addresses.json"), addresses);
    return { addresses, moved: movedPorts(ports, free) };
  }

  function expectedSettings() {
    const addresses = addressesAt(ports, { ...ANY_ACCOUNT, shopUser });
    const { env } = service(ports, addresses, operator.databaseUrl ?? ANY_DATABASE);
    return { storefront: storefrontSettings(addresses), service: env };
  }

  function storefrontSettings(addresses: SandboxAddresses): NodeJS.ProcessEnv {
    const { storefront, service, account, currency, shopUser, shopPassword, goodCard, badCard } = addresses;
    const known = {
      FOYER_ENVIRONMENT: "sandbox",
      // The sandbox processor accepts only test cards.
      FOYER_PAYMENTS: "fake",
      TICKETING_URL: service,
      TICKETING_CA: ca,
      TICKETING_USER: shopUser,
      TICKETING_PASSWORD: shopPassword,
      TICKETING_ACCOUNT: String(account),
      TICKETING_MESSAGES: "1",
      // A name of the operator, so that the shop is told apart from the account that sells in it.
      BRAND_NAME: "Foyer",
      // That of the season and of the events that tests create.
      CONTENT_LANGUAGE: "en",
      ...(currency !== undefined && { CURRENCY: currency }),
      TEST_CARDS: `${goodCard},${badCard}`,
      // Tests send X-Forwarded-For for each buyer.
      ...(forTests && { TRUSTED_HOPS: "1", WAITING_ROOM_INSIDE: "2", ...TEST_TIMEOUT, ...observed(addresses) }),
    };
    return storefrontEnvironment({ origin: storefront, data, settings, operator, known, reloads });
  }

  function processor(port: number): Program {
    return {
      name: "processor",
      parameters: [fromRoot("service", "sandbox", "processor", "main.ts")],
      env: childEnvironment([], {
        FOYER_ENVIRONMENT: "sandbox",
        FOYER_DATA: data,
        HOST: "127.0.0.1",
        PORT: String(port),
        PROCESSOR_SECRET: settings.processorSecret,
      }),
      ready: { url: `http://127.0.0.1:${port}/ready` },
    };
  }

  function mailCatcher(port: number, smtpPort: number | undefined): Program {
    return {
      name: "mail-catcher",
      parameters: [fromRoot("service", "sandbox", "mail-catcher", "main.ts")],
      env: childEnvironment([], { FOYER_DATA: data, PORT: String(port), SMTP_PORT: String(smtpPort) }),
      ready: { url: `http://127.0.0.1:${port}/` },
    };
  }

  function service(free: SandboxPorts, addresses: SandboxAddresses, databaseUrl: string): Program {
    return {
      name: "service",
      parameters: [
        ...(reloads ? ["--watch", "--watch-preserve-output"] : []),
        fromRoot("service", forTests ? "test" : "src", "main.ts"),
      ],
      env: childEnvironment([], {
        ...(addresses.smtp !== undefined && { SMTP_URL: addresses.smtp }),
        MAIL_FROM,
        ...operator.service,
        ...withMetricsPort(operator.service, 1),
        FOYER_ENVIRONMENT: "sandbox",
        FOYER_DATA: data,
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        HOST: "localhost",
        PORT: String(free.service),
        PROCESSOR_URL: addresses.processor,
        PROCESSOR_SECRET: settings.processorSecret,
        CARD_KEY: settings.cardKey,
        // None is real, so payment limits do not apply to them.
        TEST_CARDS: [...TEST_CARDS.keys()].join(),
        MESSAGE_ORIGINS: addresses.storefront,
        ...(forTests && {
          CONTROL_PORT: String(free.control),
          METRICS_ADDRESS: `127.0.0.1:${free.serviceMetrics}`,
          ...observed(addresses),
        }),
      }),
      ready: { url: new URL("/ready", addresses.service).href, ca },
    };
  }

  const leaks = leakSearch({ data, shopUser, settings, shownCards: [GOOD_CARD, BAD_CARD] });

  return {
    ...processes,
    leakSettings: leaks.settings,
    expectedSettings,
    prepare,
    startAll,
    storefrontSettings,
  };
}

/** Starts the embedded PostgreSQL in the data folder. Returns what service/sandbox/postgres/main.ts prints. */
export async function startDatabase(
  processes: Pick<Processes, "start">,
  data: string,
): Promise<{ readonly url: string; readonly pid: number; readonly notes: readonly string[] }> {
  const line = await processes.start({
    name: "database",
    parameters: [fromRoot("service", "sandbox", "postgres", "main.ts")],
    env: childEnvironment([], { FOYER_DATA: data }),
    firstLine: true,
  });
  return JSON.parse(line);
}

/** Tests search everything that the programs can log and report. */
const observed = ({ collector }: SandboxAddresses) => ({
  LOG_LEVEL: "debug",
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
});

const unknownPassword = (user: string) =>
  `The database has a user "${user}" whose password is not in this data folder, and a start never changes a password. Set SHOP_PASSWORD to the password, or use an empty database.`;
