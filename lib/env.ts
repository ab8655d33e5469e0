import "server-only";

import { z } from "zod";
import { productionFaults } from "#lib/env-production.ts";

const milliseconds = (standard: number) => z.coerce.number().int().positive().default(standard);

/** 32 bytes in base64url: the key length of AES-256. */
const key = z.string().regex(/^[A-Za-z0-9_-]{43}=?$/, "must be 32 bytes in base64url");

const keys = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(z.tuple([key], key));

/** Whole origins; a page of this machine may stand on any port, for trying things out. */
const EMBED_ORIGIN =
  /^(https:\/\/[a-z0-9.-]+(:\d{1,5})?|http:\/\/(127\.0\.0\.1|([a-z0-9-]+\.)?localhost)(:(\d{1,5}|\*))?)$/;
const path = z.string().regex(/^(\/|[A-Za-z]:[\\/])/, "must be an absolute path");

const https = z.url({ protocol: /^https$/, error: "must be an https: address" });
/** The names of lib/domain/card-brand.ts, which this file cannot import. */
const CARD_BRANDS = ["visa", "mastercard", "amex", "discover", "diners", "jcb", "unionpay"] as const;

/** The organisation's look. Nothing here is secret, and a build may ask for it. */
const brandSchema = z.object({
  BRAND_NAME: z.string().min(1).default("Foyer"),
  BRAND_COLOUR: z.string().default("#4f46e5"),
  /** Files of a logo for a light and a dark page: an SVG, PNG or WebP. Without one the name stands in its place. */
  BRAND_LOGO: path.optional(),
  BRAND_LOGO_DARK: path.optional(),
  /** On the page's own ground, or on the account's colour. */
  BRAND_HEADER: z.enum(["plain", "accent"]).default("plain"),
  SUPPORT_EMAIL: z.string().default(""),
  /** Shown where the service's account names no such page of its own. */
  TERMS_URL: https.optional(),
  PRIVACY_URL: https.optional(),
  REFUND_POLICY_URL: https.optional(),
  /** The cards that the account's processor takes, as buyers are told. */
  CARDS_ACCEPTED: z
    .string()
    .default("visa mastercard amex")
    .transform((text) => text.toLowerCase().split(/\s+/).filter(Boolean))
    .pipe(z.array(z.enum(CARD_BRANDS))),
});

const schema = brandSchema.extend({
  FOYER_ENVIRONMENT: z.enum(["sandbox", "uat", "production"]),
  /** `fake`: the service behind never charges a real card. The launcher says so of its own sandbox, an operator of a UAT. */
  FOYER_PAYMENTS: z.enum(["fake", "live"]).optional(),
  /** The one origin whose pages may ask for a write, such as https://tickets.example. */
  FOYER_ORIGIN: z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url, "must be an origin alone"),
  /** Where the memory between requests and the last good copies lie. */
  FOYER_DATA: path,
  /** The origins of the pages that may frame an embed, with spaces between. The page cache writes them into the policy. */
  EMBED_ORIGINS: z
    .string()
    .default("")
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .pipe(z.array(z.string().regex(EMBED_ORIGIN, "must be origins such as https://promoter.example"))),
  /**
   * Whose word counts for a visitor's address: that of so many proxies of our own, which append to X-Forwarded-For, or
   * with `direct` that of the connection itself (`cache/direct-address.ts`).
   */
  TRUSTED_HOPS: z
    .union([z.literal("direct"), z.coerce.number().int().min(1)], {
      error: "must be the number of your proxies that append to X-Forwarded-For, or `direct` where there is none",
    })
    .default("direct"),

  /** Up to and including the version, such as https://host/api/v2. */
  TICKETING_URL: z
    .url({ protocol: /^https$/, error: "must be an https: address" })
    .refine((url) => /^https:\/\/[^@?#]+$/.test(url), "must hold no credential, query or fragment")
    .transform((url) => url.replace(/\/+$/, "")),
  TICKETING_USER: z.string().min(1),
  TICKETING_PASSWORD: z.string().min(1),
  /** The file of a private certificate authority, trusted for the calls to the service and for nothing else. */
  TICKETING_CA: z.string().min(1).optional(),
  TICKETING_ACCOUNT: z.coerce.number().int().positive(),
  TICKETING_READ_MS: milliseconds(3_000),
  TICKETING_WRITE_MS: milliseconds(10_000),
  /** Inside the 35 s after which "not charged" may be said, outside the service's 30 s with the processor. */
  TICKETING_PAY_MS: z.coerce.number().int().positive().max(33_000).default(33_000),
  /** The account's. An amount in another currency names its country; one that the service prints bare is in this one. */
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("AUD"),

  /** The first seals, each of them opens: put a new one in front, and drop the last when its cookies have ended. */
  COOKIE_KEYS: keys,
  /** The same for the links of orders and guests, which live for months: their keys outlive those of the cookies. */
  LINK_KEYS: keys,
  NEXTAUTH_SECRET: z.string().min(32),

  /** Shown on the banner of a test system. */
  GOOD_CARD: z.string().optional(),
  BAD_CARD: z.string().optional(),
});

export type Settings = z.output<typeof schema>;
export type Brand = z.output<typeof brandSchema>;

const SECRETS = ["TICKETING_PASSWORD", "COOKIE_KEYS", "LINK_KEYS", "NEXTAUTH_SECRET"] as const;

let settings: Settings | undefined;

/** Read once, when first asked: a build asks nothing, so it needs no secret. */
export function env(): Settings {
  settings ??= schema.parse(process.env);
  return settings;
}

/** The part that a static page may ask for while it is built, when no secret is there. */
export function brand(): Brand {
  return brandSchema.parse(process.env);
}

/** True while `next build` runs: the service may be down then, and pages are drawn again on their first request. */
export function isBuilding(): boolean {
  return process.env.NEXT_PHASE === "phase-production-build";
}

/** What is wrong with these settings, as lines that people can act on; `undefined` when nothing is. */
export function faultsOf(
  variables: Readonly<Record<string, string | undefined>>,
  userId = process.getuid?.(),
): string | undefined {
  const { error } = schema.safeParse(variables);
  if (error) return z.prettifyError(error);
  if (variables.FOYER_ENVIRONMENT === "production" && variables.FOYER_PAYMENTS === "fake")
    return "✖ FOYER_PAYMENTS: production takes real payments; leave it out";
  const secrets = SECRETS.flatMap((name) => (variables[name] ?? "").split(","));
  const published = Object.keys(variables).filter(
    (name) =>
      name.startsWith("NEXT_PUBLIC_") && secrets.some((secret) => secret !== "" && variables[name]?.includes(secret)),
  );
  const faults = [
    ...published.map((name) => `${name} would publish a secret: remove it`),
    ...productionFaults(variables, userId),
  ];
  return faults.length === 0 ? undefined : faults.map((fault) => `✖ ${fault}`).join("\n");
}

/** `instrumentation.ts` calls this at start: a wrong setting stops the boot, not a purchase. */
export function stopUnlessComplete(): void {
  const faults = faultsOf(process.env);
  if (faults === undefined) return;
  process.stderr.write(`The settings are not complete:\n${faults}\n`);
  process.exit(1);
}
