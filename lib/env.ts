import "server-only";

import { z } from "zod";
import { productionFaults } from "#lib/env-production.ts";
import {
  cards,
  colour,
  currency,
  emailOrNone,
  embedOrigin,
  hostAndPort,
  https,
  keys,
  languageTag,
  namesOf,
  oneOf,
  path,
  required,
  timeZone,
  whole,
} from "#lib/env-values.ts";
import { walletFaults, walletSettings } from "#lib/env-wallet.ts";
import { withSecretFiles } from "#lib/runtime/secret-files.ts";
import { isOnThisMachine } from "#lib/runtime/this-machine.ts";

/** The names of lib/checkout/card.ts, which this file cannot import. */
const CARD_BRANDS = ["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay"] as const;

/** The extensions among the fields of lib/ticketing/model/buyer.ts, which this file cannot import. */
const BUYER_FIELDS = ["postcode"] as const;

/** The look of the storefront. Nothing here is secret, and a build may read it. */
const brandSchema = z.object({
  BRAND_NAME: z
    .string()
    .refine((text) => /^[^\p{C}]{1,100}$/u.test(text.trim()), "must be a name of 1 to 100 characters on one line")
    .optional()
    .meta({ description: "Name of the shop, on every page; without it that of the account." }),
  BRAND_COLOUR: colour.default("#4f46e5").meta({
    description: "Accent colour, where the account has none. Text stays readable whichever colour is set.",
  }),
  BRAND_LOGO: path.optional().meta({ description: "Logo for light pages: absolute path of an SVG, PNG or WebP file." }),
  BRAND_LOGO_DARK: path.optional().meta({ description: "Logo for dark pages, in the same formats." }),
  BRAND_HEADER: oneOf(["plain", "accent"])
    .default("plain")
    .meta({ description: "Background of the header: the page's, or the accent colour." }),
  SUPPORT_EMAIL: emailOrNone
    .default("")
    .meta({ description: "Address to which buyers write for help, where the account names none." }),
  TERMS_URL: https.optional().meta({ description: "Page of the seller's terms, where the account names none." }),
  PRIVACY_URL: https.optional().meta({ description: "Page of the privacy policy, where the account names none." }),
  REFUND_POLICY_URL: https.optional().meta({ description: "Page of the refund policy, where the account names none." }),
  CARDS_ACCEPTED: namesOf(CARD_BRANDS)
    .refine((brands) => brands.length > 0, "must be at least one card brand, or not set")
    .prefault("visa mastercard amex")
    .meta({ description: `Card brands that are shown to buyers, separated by spaces: ${CARD_BRANDS.join(" ")}.` }),
});

const LOG_LEVELS = ["debug", "info", "warn", "error", "alarm"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
const level = oneOf(LOG_LEVELS).default("info");

/** A visitor waits no longer, and no timer takes more than 2^31 ms. */
const READ_MS_MAX = 120_000;
const SESSION_KEY = "must have 32 characters or more: openssl rand -base64 32";
const ORIGIN = "must be an address such as https://tickets.example, without a path";

/** Every setting of the storefront. `deploy/.env.example` is generated from it. */
export const settingsSchema = brandSchema.extend({
  FOYER_ENVIRONMENT: oneOf(["sandbox", "uat", "production"]).meta({
    description: "Kind of installation: decides what may be shown and reached.",
  }),
  FOYER_PAYMENTS: oneOf(["fake", "live"])
    .optional()
    .meta({ description: "`fake` says that the service never charges a real card. Production refuses it." }),
  FOYER_ORIGIN: z
    .string(ORIGIN)
    .refine((url) => /^https?:/.test(url) && URL.canParse(url) && new URL(url).origin === url, ORIGIN)
    .meta({
      description: "Public origin of the shop. Every write must come from it.",
      example: "https://tickets.example",
    }),
  FOYER_DATA: path.meta({
    description: "Absolute path of a folder for payment attempts, the last good catalogue and rendered pages.",
    example: "/var/lib/foyer",
  }),
  /** The page cache writes these into the policy. */
  EMBED_ORIGINS: z
    .string()
    .default("")
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .pipe(z.array(embedOrigin))
    .meta({
      description:
        "Origins of the pages that may frame an embed, separated by spaces, beside the sites that managers add.",
    }),
  /** The address of the connection itself is read by `lib/security/incoming-request.ts`. */
  TRUSTED_HOPS: z
    .string()
    .regex(
      /^(direct|[1-9]\d?)$/,
      "must be the number of your proxies that append to X-Forwarded-For, or `direct` where there is none",
    )
    .transform((text) => (text === "direct" ? text : Number(text)))
    .prefault("direct")
    .meta({
      description:
        "Number of your proxies that append to X-Forwarded-For, or `direct` without one. Production requires it.",
    }),
  METRICS_ADDRESS: hostAndPort.optional().meta({
    description: "Address and port that Prometheus alone may reach, and reads the metrics at. Without it: none.",
  }),
  DRAIN_SECONDS: whole(0, 60, "seconds").default(0).meta({
    description: "How long a stopping storefront answers 503 at /api/health before it stops listening, in seconds.",
  }),
  /** Read by `server.ts`. */
  HSTS_SUBDOMAINS: z.enum(["0", "1"]).default("0").meta({
    description: "1: browsers use TLS alone for every name below the shop's too. Only where all of them have it.",
  }),
  LOG_LEVEL: level.meta({
    description: `Least urgent lines that are logged: ${LOG_LEVELS.join(", ")}. An alarm asks an operator to act now.`,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an address such as http://127.0.0.1:4318" })
    .optional()
    .meta({ description: "Collector of traces, OTLP over HTTP. Without it nothing of tracing is loaded." }),
  WAITING_ROOM_INSIDE: whole(1, 10_000).default(500).meta({
    description:
      "How many visitors of one event a waiting room lets in at a time who have not reserved yet. Fewer also wait for capacity.",
  }),
  FOYER_BUYER_FIELDS: namesOf(BUYER_FIELDS)
    .prefault("")
    .meta({
      description: `Fields to ask buyers for besides the usual ones, separated by spaces: ${BUYER_FIELDS.join(" ")}.`,
    }),

  TICKETING_URL: z
    .url({ protocol: /^https$/, error: "must be an https: address" })
    .refine((url) => /^https:\/\/[^@?#]+$/.test(url), "must hold no credential, query or fragment")
    .transform((url) => url.replace(/\/+$/, ""))
    .meta({
      description: "Base address of the ticketing service, up to and including the version.",
      example: "https://service.example/api/v2",
    }),
  TICKETING_USER: required("the shop's user at the ticketing service")
    // HTTP Basic ends the name there.
    .refine((name) => !name.includes(":"), "must be a name without a colon")
    .meta({ description: "User name at the ticketing service.", isUsual: true }),
  TICKETING_PASSWORD: required("the password of TICKETING_USER").meta({
    description: "Password of that user. Secret.",
    isUsual: true,
  }),
  TICKETING_CA: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "File of a private certificate authority, trusted for the ticketing service alone." }),
  TICKETING_ACCOUNT: whole(1, Number.MAX_SAFE_INTEGER).meta({
    description: "Number of the account whose tickets are sold.",
    example: 1,
  }),
  /** Another service would keep the link and the token as answers of the buyer. */
  TICKETING_MESSAGES: oneOf(["0", "1"])
    .default("0")
    .transform((text) => text === "1")
    .meta({
      description:
        "1: the service sends mail and asks this storefront for its words. Leave it out for a service that does not.",
    }),
  TICKETING_READ_MS: whole(1, READ_MS_MAX, "milliseconds").default(3_000).meta({
    description:
      "Timeout of a read, in milliseconds: more for a slow service. A write waits for 10000, or for as long.",
  }),
  CURRENCY: currency
    .default("AUD")
    .meta({ description: "Currency of the account. Amounts in another one name their country." }),
  CONTENT_LANGUAGE: languageTag.optional().meta({
    description: "Language in which promoters write names and texts: en, de, pt-BR. Without it, that of each page.",
  }),
  VENUE_TIME_ZONE: timeZone.optional().meta({
    description: "Time zone of the venues, where the service names none: its IANA name, such as Pacific/Auckland.",
  }),

  COOKIE_KEYS: keys.meta({
    description: "Keys that seal the cookies, separated by commas. The first seals, all open. Secret.",
  }),
  LINK_KEYS: keys.meta({
    description: "Keys that seal the links of orders and guests, which live for months. Secret.",
  }),
  NEXTAUTH_SECRET: z
    .string(SESSION_KEY)
    .min(32, SESSION_KEY)
    .meta({ description: "Key that seals promoters' sessions: 32 characters or more. Secret." }),
  PROMOTER_IDLE_MINUTES: z.coerce.number().int().min(1).max(720).default(30).meta({
    description:
      "A promoter's session ends after so many minutes without use. 12 hours after signing in it always ends.",
  }),

  ...walletSettings,

  TEST_CARDS: cards
    .prefault("")
    .meta({ description: "Test cards of a test system's banner, separated by a comma: one that pays, one declined." }),
});

export type Settings = z.output<typeof settingsSchema>;
type Brand = z.output<typeof brandSchema>;

/** Each may be in a file instead. The last one is for the build: no program reads it, but it must differ from the others. */
export const SECRETS = [
  "TICKETING_PASSWORD",
  "COOKIE_KEYS",
  "LINK_KEYS",
  "NEXTAUTH_SECRET",
  "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY",
] as const;

let settings: Settings | undefined;

/** Returns the settings, read on the first call: a build never calls it and needs no secret. */
export function env(): Settings {
  if (settings === undefined) {
    settings = settingsSchema.parse(withSecretFiles(process.env, SECRETS).variables);
    // next-auth reads its own address here; without it, from a header of the request.
    process.env.NEXTAUTH_URL = settings.FOYER_ORIGIN;
  }
  return settings;
}

/** Returns the part that a static page may use during a build, without secrets. */
export function brand(): Brand {
  return brandSchema.parse(process.env);
}

/** Returns the level of the log alone, so that what is wrong with other settings can be logged. */
export function logLevel(): LogLevel {
  return level.catch("info").parse(process.env.LOG_LEVEL);
}

/**
 * Returns whether `next build` runs: the service may be down then, and pages are rendered again on their first request.
 */
export function isBuilding(): boolean {
  return process.env.NEXT_PHASE === "phase-production-build";
}

/** Returns what is wrong with these settings, as lines to act on; `undefined` when nothing is. */
export function faultsOf(
  environment: Readonly<Record<string, string | undefined>>,
  userId = process.getuid?.(),
): string | undefined {
  const { variables, faults: ofFiles } = withSecretFiles(environment, SECRETS);
  const { error } = settingsSchema.safeParse(variables);
  // A secret whose file cannot be read is not also said to be missing.
  const issues = (error?.issues ?? []).filter(({ path: [name] }) => !(String(name) in ofFiles));
  const secrets = SECRETS.flatMap((name) => (variables[name] ?? "").split(","));
  const published = Object.keys(variables).filter(
    (name) =>
      name.startsWith("NEXT_PUBLIC_") && secrets.some((secret) => secret !== "" && variables[name]?.includes(secret)),
  );
  const faults = [
    ...Object.values(ofFiles),
    ...(variables.FOYER_ENVIRONMENT === "production" && variables.FOYER_PAYMENTS === "fake"
      ? ["FOYER_PAYMENTS: production takes real payments; leave it out"]
      : []),
    ...published.map((name) => `${name} would publish a secret: remove it`),
    ...originFaults(variables),
    ...walletFaults(variables),
    ...productionFaults(variables, userId),
  ];
  const lines = [...(issues.length > 0 ? [z.prettifyError({ issues })] : []), ...faults.map((fault) => `✖ ${fault}`)];
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** Browsers refuse the shop's cookies over http, other than on their own machine. */
function originFaults({ FOYER_ENVIRONMENT, FOYER_ORIGIN = "" }: Parameters<typeof faultsOf>[0]): readonly string[] {
  const mayBeHttp = FOYER_ENVIRONMENT !== "production" && isOnThisMachine(FOYER_ORIGIN);
  return FOYER_ORIGIN.startsWith("http:") && !mayBeHttp
    ? ["FOYER_ORIGIN is no https: address: set the public address with https:"]
    : [];
}

/**
 * Exits with status 1 when the settings are not valid. `instrumentation.ts` calls it at start, so that a wrong setting
 * stops the start, not a purchase.
 */
export function stopUnlessComplete(): void {
  const faults = faultsOf(process.env);
  if (faults === undefined) return;
  process.stderr.write(`The settings are not complete:\n${faults}\n`);
  process.exit(1);
}
