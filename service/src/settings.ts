import { join } from "node:path";
import { z } from "zod";
import { isCommonPassword } from "./accounts/use-cases/common-passwords.ts";
import { MAIL_SETTINGS, mailSettingsOf } from "./mail-settings.ts";
import { LOG_LEVELS } from "./platform/domain/log.ts";
import { plainName } from "./platform/domain/plain-name.ts";
import { currencyCode } from "./platform/http/fields.ts";
import { LIMITS } from "./platform/runtime.ts";
import { addressesOf } from "./platform/store/hosts.ts";
import { withSecretFiles } from "./secret-files.ts";
import { absolute, hostAndPort } from "./setting-shapes.ts";

/** A whole number in this range, its unit in the message. */
const whole = (least: number, most: number, unit = "") => {
  const error = `must be a whole number from ${least} to ${most}${unit}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const seconds = whole(1, 86_400, " seconds");

const DATABASE_ADDRESS =
  "must be an address such as postgres://user:password@host/database; write # / ? @ in the password as %23 %2F %3F %40";

const CARD_KEY_FORM = "must have at least 32 characters: openssl rand -base64 32";

const schema = z.object({
  FOYER_ENVIRONMENT: z.enum(["sandbox", "uat", "production"], "must be sandbox, uat or production"),
  HOST: z.string().min(1).default("localhost"),
  PORT: whole(0, 65_535).default(4001),
  /** The data folder. It has the certificate: `tls/server.pem` and `tls/server-key.pem`. */
  FOYER_DATA: absolute,
  /** PostgreSQL 15 or newer; of several hosts the one that can be written to. */
  DATABASE_URL: z
    .string(`must be set: it ${DATABASE_ADDRESS}`)
    .refine((text) => addressesOf(text).every((one) => databaseAddress(one) !== undefined), DATABASE_ADDRESS)
    .refine(isForWriting, "must not have a target_session_attrs other than read-write: the service writes"),
  PROCESSOR_URL: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://processor.example" })
    .default("http://127.0.0.1:4002"),
  PROCESSOR_SECRET: z.string("must be set: the card processor's own").min(16, "must have at least 16 characters"),
  /** The key of the hashes by which the tries of a card are counted. It must differ from the other keys. */
  CARD_KEY: z.string(CARD_KEY_FORM).min(32, CARD_KEY_FORM),
  /** Card numbers separated by commas. Tries with them are not limited, except in production. */
  TEST_CARDS: z
    .string()
    .regex(/^[\d ,-]*$/, "must be card numbers, separated by commas")
    .default(""),
  /** "1" leaves out the extensions that the plain v2 interface does not have: vouchers. */
  STRICT_V2: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  /** How long the service says that it is not ready before it stops listening. */
  DRAIN_SECONDS: whole(0, 60, " seconds").default(0),
  /** The least urgent lines that are logged. With `debug` every call is. */
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
  /** Where Prometheus reads the metrics of this process. Without it there are none. */
  METRICS_ADDRESS: hostAndPort.optional(),
  /** Where spans are sent, OTLP over HTTP; without it nothing of tracing is loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an address such as http://127.0.0.1:4318" })
    .optional(),
  ...MAIL_SETTINGS,
  HOLD_SECONDS: seconds.default(LIMITS.reservationSeconds),
});

/** For a launcher that checks values before the others are known. */
export const serviceSettings = schema;

/** The secrets of each command. Each may be in a file instead. */
export const SECRETS = {
  service: ["DATABASE_URL", "PROCESSOR_SECRET", "CARD_KEY", "SMTP_URL"],
  setup: ["DATABASE_URL", "SHOP_PASSWORD", "PROMOTER_PASSWORD"],
  database: ["DATABASE_URL"],
} as const;

const MS = 1_000;

export type Settings = Exclude<ReturnType<typeof readSettings>, string>;

/** Returns the settings of the service, or a text with what is wrong and how to correct it. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env, userId = process.getuid?.()) {
  const found = parsed(schema, environment, SECRETS.service);
  if (typeof found === "string") return found;
  const { DATABASE_URL, PROCESSOR_URL, PROCESSOR_SECRET, CARD_KEY, HOLD_SECONDS } = found;
  const isProduction = found.FOYER_ENVIRONMENT === "production";
  const real = { DATABASE_URL, PROCESSOR_URL, keys: { PROCESSOR_SECRET, CARD_KEY } };
  const mail = mailSettingsOf(found);
  const faults = isProduction ? productionFaults(real, userId) : [];
  if (typeof mail === "string") return [...faults, mail].join("\n");
  if (faults.length > 0) return faults.join("\n");
  return {
    isProduction,
    isSandbox: found.FOYER_ENVIRONMENT === "sandbox",
    host: found.HOST,
    port: found.PORT,
    logLevel: found.LOG_LEVEL,
    traceEndpoint: found.OTEL_EXPORTER_OTLP_ENDPOINT,
    drainMs: found.DRAIN_SECONDS * MS,
    data: found.FOYER_DATA,
    certificateFile: join(found.FOYER_DATA, "tls", "server.pem"),
    keyFile: join(found.FOYER_DATA, "tls", "server-key.pem"),
    databaseUrl: found.DATABASE_URL,
    processor: { url: found.PROCESSOR_URL, secret: found.PROCESSOR_SECRET },
    cards: { key: CARD_KEY, tests: new Set(isProduction ? [] : found.TEST_CARDS.split(",").map(digitsOf)) },
    mail,
    metrics: found.METRICS_ADDRESS,
    strictV2: found.STRICT_V2 === "1",
    limits: {
      ...LIMITS,
      reservationSeconds: HOLD_SECONDS,
      reservationCeilingSeconds: Math.max(LIMITS.reservationCeilingSeconds, HOLD_SECONDS),
    },
  };
}

const password = z
  .string("must be set")
  .min(8, "must have at least 8 characters")
  .refine((text) => !isCommonPassword(text), "is one of the most common passwords. Choose another one");

/** The account and its manager are the demo organiser's unless they are named. */
const setup = schema
  .pick({ FOYER_DATA: true, DATABASE_URL: true })
  .extend({
    ACCOUNT_NAME: z
      .string()
      .max(200)
      .refine((name) => shortNameOf(name) !== "", "must have a Latin letter or a digit")
      .optional(),
    CURRENCY: currencyCode.optional(),
    SHOP_PASSWORD: password,
    PROMOTER_USER: z.email("must be an email address").optional(),
    PROMOTER_PASSWORD: password,
    FOYER_ENVIRONMENT: schema.shape.FOYER_ENVIRONMENT.optional(),
    /** "1" creates the demo season and a second account, and in a sandbox people with one capability each. */
    FOYER_DEMO: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  })
  .refine(
    ({ PROMOTER_PASSWORD, ACCOUNT_NAME = "", PROMOTER_USER = "" }) =>
      !isCommonPassword(PROMOTER_PASSWORD, [ACCOUNT_NAME, PROMOTER_USER]),
    {
      path: ["PROMOTER_PASSWORD"],
      error: "must not be the name of the account or the user. Choose another one",
    },
  );

const SHORT_NAME_MAX = 40;

/** Returns the short name of an account: lower-case letters without accents, digits and hyphens. */
export function shortNameOf(name: string): string {
  return plainName(name, SHORT_NAME_MAX);
}

/** Returns the settings of the setup command, or one line with what is wrong. */
export function readSetupSettings(environment: NodeJS.ProcessEnv = process.env): z.infer<typeof setup> | string {
  return parsed(setup, environment, SECRETS.setup);
}

/** Returns the address of the database, or one line with what is wrong. */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv = process.env) {
  return parsed(schema.pick({ DATABASE_URL: true }), environment, SECRETS.database);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/** Returns the settings, with the secrets that are in files, or one line with what is wrong. */
function parsed<Found>(
  schema: z.ZodType<Found>,
  environment: NodeJS.ProcessEnv,
  secrets: readonly string[],
): Found | string {
  const { variables, faults } = withSecretFiles(environment, secrets);
  const { data, error } = schema.safeParse(variables);
  // A secret whose file cannot be read is not also said to be missing.
  const issues = (error?.issues ?? []).filter(({ path: [name] }) => !(String(name) in faults));
  const lines = [...Object.values(faults), ...issues.map(({ path, message }) => `${path.join(".")}: ${message}.`)];
  return data === undefined || lines.length > 0 ? lines.join(" ") : data;
}

/** The settings that are checked before a production service starts. */
type ProductionSettings = {
  readonly DATABASE_URL: string;
  readonly PROCESSOR_URL: string;
  readonly keys: Readonly<Record<string, string>>;
};

const ON_THIS_MACHINE = /^(|localhost|127(\.\d+){3}|\[::1\])$/i;
const ENCRYPTED = /^(require|verify-ca|verify-full)$/;
const NEW_KEY = "set a new one: openssl rand -base64 32";

/** Returns a line for each setting that a production service must not have, with the remedy. */
function productionFaults(settings: ProductionSettings, userId: number | undefined): readonly string[] {
  const processor = new URL(settings.PROCESSOR_URL);
  return [
    ...(processor.protocol === "https:" || ON_THIS_MACHINE.test(processor.hostname)
      ? []
      : ["PROCESSOR_URL: would send cards to another machine without TLS: set an https: address."]),
    ...(addressesOf(settings.DATABASE_URL).every(isPrivate)
      ? []
      : ["DATABASE_URL: would reach another machine without TLS: add sslmode=verify-full."]),
    ...keyFaults(Object.entries(settings.keys)),
    ...(userId === 0 ? ["The service runs as root: start it as a user of its own."] : []),
  ];
}

/** Returns whether the address asks for a server that can be written to, as it need not. */
function isForWriting(text: string): boolean {
  const wanted = databaseAddress(addressesOf(text)[0] ?? "")?.searchParams.get("target_session_attrs");
  return wanted == null || wanted === "read-write" || wanted === "primary";
}

/** Returns whether the connection is local or encrypted. A path as the host, plain or percent-encoded, is a local socket. */
function isPrivate(text: string): boolean {
  const address = databaseAddress(text);
  if (address === undefined) return false;
  const { hostname, searchParams } = address;
  const host = searchParams.get("host") ?? hostname;
  return /^(\/|%2f)/i.test(host) || ON_THIS_MACHINE.test(host) || ENCRYPTED.test(searchParams.get("sslmode") ?? "");
}

function keyFaults(keys: readonly (readonly [name: string, key: string])[]): readonly string[] {
  return keys.flatMap(([name, key], at) => {
    const [first] = keys.find(([, other]) => other === key) ?? [name];
    return [
      ...(isWeakKey(key) ? [`${name}: is a weak key: ${NEW_KEY}.`] : []),
      ...(keys.findIndex(([, other]) => other === key) < at ? [`${name}: repeats ${first}: ${NEW_KEY}.`] : []),
    ];
  });
}

const DIFFERENT_MIN = 8;

/** Returns whether a key looks typed and not random: few different characters, or few different steps between them. */
function isWeakKey(key: string): boolean {
  const letters = Array.from(key, (letter) => letter.codePointAt(0) ?? 0);
  const steps = letters.slice(1).map((letter, at) => letter - (letters[at] ?? 0));
  return [letters, steps].some((values) => new Set(values).size < DIFFERENT_MIN);
}

/**
 * Returns the parts of a PostgreSQL address, or `undefined` when it is malformed. A password with an unencoded # / ? or @
 * makes the address unreadable, or ends the host early so that part of the password is in the path or fragment.
 */
function databaseAddress(text: string): URL | undefined {
  // An address without a host means a local socket, which `URL` refuses after a user name.
  const withHost = text.replace("@/", "@localhost/");
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(withHost)) return undefined;
  const address = new URL(withHost);
  const { username, pathname, hash } = address;
  const endsEarly = hash !== "" || pathname.includes("@") || (username === "" && text.includes("@"));
  return endsEarly ? undefined : address;
}
