import { z } from "zod";
import { withSecretFiles } from "#lib/runtime/secret-files.ts";
import { Fault } from "#scripts/lib/fault.ts";
import type { Variables } from "#scripts/lib/run.ts";
import { ACTIONS_KEY, actionsKeyFaults } from "./actions-key.ts";
import { misspeltIn, SECRET_NAMES, wrongPortsIn } from "./setting-names.js";

/** The look of the shop, which is a part of the built pages. */
export const LOOKS: readonly string[] = [
  "BRAND_NAME",
  "BRAND_COLOUR",
  "BRAND_LOGO",
  "BRAND_LOGO_DARK",
  "BRAND_HEADER",
  "SUPPORT_EMAIL",
  "TERMS_URL",
  "PRIVACY_URL",
  "REFUND_POLICY_URL",
  "CARDS_ACCEPTED",
];

/** Settings of the storefront for a ticketing service that is not the sandbox's. */
const REMOTE_SETTINGS: readonly string[] = [
  "TICKETING_URL",
  "TICKETING_USER",
  "TICKETING_PASSWORD",
  "TICKETING_ACCOUNT",
  "TICKETING_CA",
  "FOYER_PAYMENTS",
];

/** The settings of lib/env.ts, which checks them. A test compares the lists. */
export const STOREFRONT_SETTINGS: readonly string[] = [
  ...LOOKS,
  ...REMOTE_SETTINGS,
  "FOYER_ENVIRONMENT",
  "FOYER_ORIGIN",
  "FOYER_DATA",
  "FOYER_BUYER_FIELDS",
  "CURRENCY",
  "CONTENT_LANGUAGE",
  "VENUE_TIME_ZONE",
  "EMBED_ORIGINS",
  "TICKETING_READ_MS",
  "TICKETING_MESSAGES",
  "COOKIE_KEYS",
  "LINK_KEYS",
  "NEXTAUTH_SECRET",
  "PROMOTER_IDLE_MINUTES",
  "TRUSTED_HOPS",
  "DRAIN_SECONDS",
  "HSTS_SUBDOMAINS",
  "METRICS_ADDRESS",
  "LOG_LEVEL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "WAITING_ROOM_INSIDE",
  "APPLE_PASS_CERT_FILE",
  "APPLE_PASS_KEY_FILE",
  "APPLE_WWDR_FILE",
  "GOOGLE_WALLET_ISSUER",
  "GOOGLE_WALLET_KEY_FILE",
  "TEST_CARDS",
];

/** The settings of the service that an operator of the sandbox may set. */
export const SANDBOX_SERVICE_SETTINGS: readonly string[] = [
  "DATABASE_URL",
  "SMTP_URL",
  "MAIL_FROM",
  "MAIL_BOUNCE",
  "DKIM_SELECTOR",
  "DKIM_KEY_FILE",
  "HOLD_SECONDS",
  "METRICS_ADDRESS",
  "LOG_LEVEL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
];

/** The settings of service/src/settings.ts, which checks them. A test compares the lists. */
export const SERVICE_SETTINGS: readonly string[] = [
  ...SANDBOX_SERVICE_SETTINGS,
  "FOYER_ENVIRONMENT",
  "HOST",
  "PORT",
  "FOYER_DATA",
  "PROCESSOR_URL",
  "PROCESSOR_SECRET",
  "CARD_KEY",
  "TEST_CARDS",
  "STRICT_V2",
  "DRAIN_SECONDS",
  "MESSAGE_ORIGINS",
  "MESSAGE_CONNECT_TO",
  "MESSAGE_CA",
];

/** Settings of earlier releases that no program reads, and what to do instead. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  TICKETING_AIRLOCK: "the storefront has the credential itself. Set TICKETING_USER and TICKETING_PASSWORD",
};

export type Given = Readonly<Record<string, string>>;
export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

const ANY_PORT = 0;
const LOOPBACKS = ["localhost", "127.0.0.1", "::1"];

const password = z.string().min(8, "must have 8 to 200 characters").max(200, "must have 8 to 200 characters");

/** The settings of the launcher itself. Those of storefront and service are passed on, and checked by their programs. */
const launcherSchema = z.object({
  FOYER_DATA: z.string().optional(),
  FOYER_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or an address")
    .default("localhost"),
  // `wrongPortsIn` checks it.
  FOYER_PORT: z.string().default("4000").transform(Number),
  FOYER_DEMO: z.enum(["0", "1"], "must be 0 or 1").optional(),
  SHOP_PASSWORD: password.optional(),
  PROMOTER_PASSWORD: password.optional(),
  [ACTIONS_KEY]: z.string().optional(),
});

const LAUNCHER_SETTINGS = Object.keys(launcherSchema.shape);
const SANDBOX_ONLY = [
  ...SANDBOX_SERVICE_SETTINGS.filter((name) => !STOREFRONT_SETTINGS.includes(name)),
  "FOYER_DEMO",
  "SHOP_PASSWORD",
  "PROMOTER_PASSWORD",
];
/** The cards that the sandbox's processor knows are in docs/qa.md. */
const TEST_CARD = /^4111 ?1111 ?1111 ?1\d{3}$/;

/** Every setting of `npm start`. docs/configuration.md documents each. */
export const OPERATOR_SETTINGS: readonly string[] = [
  ...new Set([...LAUNCHER_SETTINGS, ...STOREFRONT_SETTINGS, ...SANDBOX_SERVICE_SETTINGS]),
];

/** Returns a line for each setting of the launcher that is wrong. An empty setting counts as not set. */
export function launcherFaults(environment: Variables): readonly string[] {
  const given = givenIn(environment);
  return [
    ...misspeltIn(environment),
    ...removedIn(environment),
    ...Object.values(withSecretFiles(environment, SECRET_NAMES).faults),
    ...misplaced(given, given.TICKETING_URL !== undefined),
    ...wrongPortsIn(given),
    ...linesOf(launcherSchema.safeParse(given).error),
    ...actionsKeyFaults(given),
    ...together(given),
  ];
}

/**
 * Returns the operator's settings for `npm start`, grouped by the program that reads them. Throws a Fault with the lines of
 * `launcherFaults`.
 */
export function readOperatorSettings(environment: Variables = process.env) {
  const refusals = launcherFaults(environment);
  if (refusals.length > 0) throw new Fault(refusals.join("\n"));
  const given = givenIn(environment);
  const isRemote = given.TICKETING_URL !== undefined;
  const own = launcherSchema.parse(given);
  const nextPort = (by: number) => (own.FOYER_PORT === ANY_PORT ? ANY_PORT : own.FOYER_PORT + by);
  return {
    isRemote,
    dataFolder: own.FOYER_DATA,
    host: own.FOYER_HOST,
    origin: given.FOYER_ORIGIN,
    ports: {
      storefront: own.FOYER_PORT,
      service: nextPort(1),
      processor: nextPort(2),
      // A mail server of the operator replaces the mail catcher.
      ...(!given.SMTP_URL && { mail: nextPort(3), smtp: ANY_PORT }),
    },
    databaseUrl: given.DATABASE_URL,
    seedsDemo: (own.FOYER_DEMO ?? (given.DATABASE_URL ? "0" : "1")) === "1",
    passwords: {
      ...(own.SHOP_PASSWORD && { shopPassword: own.SHOP_PASSWORD }),
      ...(own.PROMOTER_PASSWORD && { promoterPassword: own.PROMOTER_PASSWORD }),
    },
    actionsKey: own[ACTIONS_KEY],
    testCards: cardsIn(given),
    looks: pick(given, LOOKS),
    storefront: pick(given, STOREFRONT_SETTINGS),
    service: isRemote ? {} : pick(given, SANDBOX_SERVICE_SETTINGS),
  };
}

/** Returns the settings of `npm start` that are set, with the secrets that are in files. */
export const givenIn = (environment: Variables): Given =>
  pick(withSecretFiles(environment, SECRET_NAMES).variables, OPERATOR_SETTINGS);

/** Returns these settings, and for each secret among them the one that names its file. */
export const withFileNames = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (SECRET_NAMES.includes(name) ? [name, `${name}_FILE`] : [name]));

/** Returns the defaults, for the sandbox of the tests. */
export const noOperatorSettings = () => readOperatorSettings({});

/** Returns the setting METRICS_ADDRESS for another program that starts with the same settings: so many ports further on. */
export function withMetricsPort({ METRICS_ADDRESS = "" }: Variables, by: number): Given {
  const [, host, port] = /^(.+):(\d+)$/.exec(METRICS_ADDRESS) ?? [];
  return host === undefined ? {} : { METRICS_ADDRESS: `${host}:${Number(port) + by}` };
}

function cardsIn({ TEST_CARDS }: Given): readonly string[] {
  return TEST_CARDS?.split(",").map((card) => card.trim()) ?? [];
}

/** Returns these settings, where they are set. */
export function pick(environment: Variables, names: readonly string[]): Given {
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : [])));
}

/** Returns a line for each setting that was removed: one that is ignored would be believed to work. */
export function removedIn(environment: Variables): readonly string[] {
  return Object.entries(REMOVED_SETTINGS).flatMap(([name, instead]) =>
    environment[name] ? [`${name} was removed: ${instead}.`] : [],
  );
}

function misplaced(given: Given, isRemote: boolean): readonly string[] {
  const found = (names: readonly string[]) => names.filter((name) => given[name] !== undefined);
  return isRemote
    ? found(SANDBOX_ONLY).map(
        (name) => `${name} is for the sandbox. With TICKETING_URL no program reads it: remove it.`,
      )
    : found(REMOTE_SETTINGS).map(
        (name) => `${name} is for another ticketing service. Set TICKETING_URL as well, or remove it.`,
      );
}

function linesOf(error: z.ZodError | undefined): readonly string[] {
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")} ${message}.`);
}

function together(given: Given): readonly string[] {
  const { TICKETING_URL, FOYER_HOST, FOYER_ORIGIN, FOYER_ENVIRONMENT } = given;
  const refusals: string[] = [];
  if (FOYER_HOST && !LOOPBACKS.includes(FOYER_HOST) && !FOYER_ORIGIN)
    refusals.push(`FOYER_HOST ${FOYER_HOST} needs FOYER_ORIGIN: the address at which visitors open the shop.`);
  if (TICKETING_URL && !FOYER_ENVIRONMENT)
    refusals.push("With TICKETING_URL, FOYER_ENVIRONMENT must say what that service is: sandbox, uat or production.");
  if (TICKETING_URL) return refusals;
  if (FOYER_ENVIRONMENT && FOYER_ENVIRONMENT !== "sandbox")
    refusals.push("FOYER_ENVIRONMENT is sandbox unless TICKETING_URL names another ticketing service.");
  if (!cardsIn(given).every((card) => TEST_CARD.test(card)))
    refusals.push("TEST_CARDS must be cards of the sandbox's list in docs/qa.md.");
  return refusals;
}
