import "server-only";

import { z } from "zod";

const milliseconds = (standard: number) => z.coerce.number().int().positive().default(standard);

/** 32 bytes in base64url: the key length of AES-256. */
const key = z.string().regex(/^[A-Za-z0-9_-]{43}=?$/, "must be 32 bytes in base64url");

/** Whole origins; a page of this machine may stand on any port, for trying things out. */
const EMBED_ORIGIN =
  /^(https:\/\/[a-z0-9.-]+(:\d{1,5})?|http:\/\/(127\.0\.0\.1|([a-z0-9-]+\.)?localhost)(:(\d{1,5}|\*))?)$/;
const path = z.string().regex(/^(\/|[A-Za-z]:[\\/])/, "must be an absolute path");

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
});

const schema = brandSchema.extend({
  FOYER_ENVIRONMENT: z.enum(["sandbox", "uat", "production"]),
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
  /** How many proxies of our own stand in front and append to X-Forwarded-For. None: no address is believed. */
  TRUSTED_HOPS: z.coerce.number().int().min(0).default(0),

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
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("AUD"),

  /** The first seals, each of them opens: put a new one in front, and drop the last when its cookies have ended. */
  COOKIE_KEYS: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.tuple([key], key)),
  NEXTAUTH_SECRET: z.string().min(32),
  NEXTAUTH_URL: z.url(),

  /** Shown on the banner of a test system. */
  GOOD_CARD: z.string().optional(),
  BAD_CARD: z.string().optional(),
});

export type Settings = z.output<typeof schema>;
export type Brand = z.output<typeof brandSchema>;

const SECRETS = ["TICKETING_PASSWORD", "COOKIE_KEYS", "NEXTAUTH_SECRET"] as const;

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
export function faultsOf(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  const { error } = schema.safeParse(variables);
  if (error) return z.prettifyError(error);
  const secrets = SECRETS.flatMap((name) => (variables[name] ?? "").split(","));
  const published = Object.keys(variables).filter(
    (name) =>
      name.startsWith("NEXT_PUBLIC_") && secrets.some((secret) => secret !== "" && variables[name]?.includes(secret)),
  );
  return published.length === 0 ? undefined : `✖ ${published.join(", ")} would publish a secret`;
}

/** What a setting that is allowed leaves undone, as constant sentences for whoever starts the shop. */
export function consequencesOf({ TRUSTED_HOPS }: Pick<Settings, "TRUSTED_HOPS">): readonly string[] {
  if (TRUSTED_HOPS > 0) return [];
  return [
    "TRUSTED_HOPS is 0: no visitor's address is believed, and limits per network are off. Limits per cart, visit and name hold. Set it to the number of your proxies that append to X-Forwarded-For.",
  ];
}

/** `instrumentation.ts` calls this at start: a wrong setting stops the boot, not a purchase. */
export function stopUnlessComplete(): void {
  const faults = faultsOf(process.env);
  if (faults === undefined) return;
  process.stderr.write(`The settings are not complete:\n${faults}\n`);
  process.exit(1);
}
