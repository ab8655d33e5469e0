import { z } from "zod";
import { unknownSettings } from "./unknown-settings.ts";

/** The settings of the suite. They come from environment variables alone. */
export type Environment = z.infer<typeof schema>;

/** The settings without an address that is required. */
export type Configuration = Omit<Environment, "address"> & { readonly address?: string | undefined };
type Source = Readonly<Record<string, string | undefined>>;

const NO_ADDRESS =
  "is not set, so there is no storefront to test. Run `npm run e2e`, which starts a sandbox of its own, " +
  "or set it to a running one: E2E_ADDRESS=http://localhost:4000";

const address = z
  .url({ protocol: /^https?$/, error: "is not an address, such as https://uat.tickets.example" })
  .transform((url) => url.replace(/\/+$/, ""));

function numberFrom(least: number, most = Number.MAX_SAFE_INTEGER) {
  const error =
    most === Number.MAX_SAFE_INTEGER ? `is a number from ${least} on` : `is a number from ${least} to ${most}`;
  return z.coerce.number({ error }).min(least, error).max(most, error);
}
const wholeFrom = (least: number, most?: number) => numberFrom(least, most).int("is a whole number");

const LANGUAGES = ["en", "es", "fr", "de", "ar"] as const;

const number = z.string().regex(/^[\d -]{12,26}$/, "is not a card number");
const expiry = z.string().regex(/^\d{2} ?\/ ?\d{2}$/, "is written as MM / YY");
const code = z.string().regex(/^\d{3,4}$/, "is three or four digits");

/** What a target may offer, in the order of the matrix. */
export const ALL_CAPABILITIES = [
  "catalogue",
  "purchase",
  "service",
  "promoter",
  "embed",
  "mail",
  "ledger",
  "clock",
  "faults",
  "sandbox",
] as const;
export type Capability = (typeof ALL_CAPABILITIES)[number];
const CAPABILITY = `(${ALL_CAPABILITIES.join("|")})`;
const LEAVE_OUT = new RegExp(`^${CAPABILITY}(,${CAPABILITY})*$`);

const schema = z.object({
  /** The storefront's address, such as http://localhost:4000. */
  address,
  /** The language of the pages that the tests open. */
  language: z.enum(LANGUAGES, `is one of ${LANGUAGES.join(", ")}`).default("en"),
  goodCard: number.default("4111 1111 1111 1111"),
  goodCardExpiry: expiry.default("12 / 34"),
  goodCardCode: code.default("123"),
  goodCardName: z.string().default("Ada Lovelace"),
  badCard: number.default("4111 1111 1111 1103"),
  badCardExpiry: expiry.default("12 / 34"),
  badCardCode: code.default("123"),
  badCardName: z.string().default("Ada Lovelace"),
  /** Cards that are allowed at one host besides the test list: `uat.tickets.example=4242424242424242,4000000000000002`. */
  allowedCards: z
    .string()
    .regex(/^[^=\s]+=\d{12,19}(,\d{12,19})*$/, "is written as host=number,number")
    .optional(),
  /** The buyer's address. The suite adds a part after a plus sign that names the run and the test. */
  email: z.email("is not an email address").default("qa@example.com"),
  /** The id of an event with places left. Without it the suite creates its own events, or finds one on sale. */
  event: wholeFrom(1).optional(),
  /** The ticketing service's address with its version segment, and a user with MANAGE and SCAN rights. */
  service: address.optional(),
  serviceUser: z.string().optional(),
  servicePassword: z.string().optional(),
  /** The file of a private certificate authority, for the storefront and the service. */
  ca: z.string().optional(),
  /** The credential of HTTP Basic in front of the storefront. */
  basicUser: z.string().optional(),
  basicPassword: z.string().optional(),
  /** The proxy that leads to the storefront and the service, such as http://user:password@proxy.example:3128. */
  proxy: address.optional(),
  /** Multiplies every timeout, for a target that answers slowly. */
  timeoutFactor: numberFrom(1, 10).default(1),
  /** An origin whose pages the storefront lets embed it, such as https://www.promoter.example. The tests serve a page there. */
  embedOrigin: address.optional(),
  /** The HTTP address of a mail catcher with the messages of the target, such as http://127.0.0.1:4003. */
  mailbox: address.optional(),
  processor: address.optional(),
  control: address.optional(),
  /** The cookie keys of the sandbox's storefront, the newest first. Tests seal expired cookies with them. */
  cookieKeys: z.string().optional(),
  confirmHost: z.string().optional(),
  /** The folder where runs record their places until all of them are paid, released or expired. */
  state: z.string().default(".foyer-e2e"),
  /** The folder of this run's record. The main process sets it for its workers. */
  runFolder: z.string().optional(),
  /** Capabilities that the target has and the run must not use, such as `purchase,promoter`. */
  leaveOut: z
    .string()
    .regex(LEAVE_OUT, `is a list, such as purchase,promoter, of ${ALL_CAPABILITIES.join(", ")}`)
    .optional(),
  /** Places that a run may buy at a target whose events are not its own. */
  paidPlacesMax: wholeFrom(0).default(60),
  /** Chromium is the default in a sandbox, all three elsewhere. */
  engines: z
    .string()
    .regex(
      /^(chromium|firefox|webkit)(,(chromium|firefox|webkit))*$/,
      "is a list, such as chromium,firefox, of chromium, firefox, webkit",
    )
    .optional(),
  /** The path of a Chromium. */
  browser: z.string().optional(),
  /** A folder for screenshots of every screen. Without it none are taken. */
  pictures: z.string().optional(),
  /** The folder of every report of a run, relative to the checkout. */
  results: z.string().default("e2e-results"),
  /** The file to which a run writes its counts for `npm run e2e`. */
  counts: z.string().optional(),
  /** `yes` names every test that is left out, at the start of a run. */
  titles: z.enum(["yes", "no"]).default("no"),
  /** The seed of tests with random input. */
  seed: z.string().optional(),
  /** `gate`, which `npm test` sets, skips on the phone the long tests that hardly differ there. */
  size: z.enum(["gate", "full"], "is gate or full").default("full"),
  /** The number of buyers in a race is multiplied by this. */
  raceSize: wholeFrom(1).default(1),
  workers: wholeFrom(1, 16).default(2),
});

const names: Record<keyof Environment, string> = {
  address: "E2E_ADDRESS",
  language: "E2E_LANGUAGE",
  goodCard: "E2E_GOOD_CARD",
  goodCardExpiry: "E2E_GOOD_CARD_EXPIRY",
  goodCardCode: "E2E_GOOD_CARD_CODE",
  goodCardName: "E2E_GOOD_CARD_NAME",
  badCard: "E2E_BAD_CARD",
  badCardExpiry: "E2E_BAD_CARD_EXPIRY",
  badCardCode: "E2E_BAD_CARD_CODE",
  badCardName: "E2E_BAD_CARD_NAME",
  allowedCards: "E2E_ALLOWED_CARDS",
  email: "E2E_EMAIL",
  event: "E2E_EVENT",
  service: "E2E_SERVICE",
  serviceUser: "E2E_SERVICE_USER",
  servicePassword: "E2E_SERVICE_PASSWORD",
  ca: "E2E_CA",
  basicUser: "E2E_BASIC_USER",
  basicPassword: "E2E_BASIC_PASSWORD",
  proxy: "E2E_PROXY",
  timeoutFactor: "E2E_TIMEOUT_FACTOR",
  embedOrigin: "E2E_EMBED_ORIGIN",
  mailbox: "E2E_MAILBOX",
  processor: "E2E_PROCESSOR",
  control: "E2E_CONTROL",
  cookieKeys: "E2E_COOKIE_KEYS",
  confirmHost: "E2E_CONFIRM_HOST",
  state: "E2E_STATE",
  runFolder: "E2E_RUN_FOLDER",
  leaveOut: "E2E_LEAVE_OUT",
  paidPlacesMax: "E2E_PAID_PLACES_MAX",
  engines: "E2E_ENGINES",
  browser: "E2E_BROWSER",
  pictures: "E2E_PICTURES",
  results: "E2E_RESULTS",
  counts: "E2E_COUNTS",
  titles: "E2E_TITLES",
  seed: "FOYER_SEED",
  size: "E2E_SIZE",
  raceSize: "FOYER_RACE_SIZE",
  workers: "E2E_WORKERS",
};

/** Returns the whole environment. Throws an Error with one line for each setting that is missing or wrong. */
export function environment(source: Source = process.env): Environment {
  const { address, ...rest } = configuration(source);
  if (address === undefined) throw new Error(`${names.address} ${NO_ADDRESS}`);
  return { ...rest, address };
}

/** Returns the same settings for another target. */
export function environmentOf(address: string): Environment {
  const isOther = configuration().address !== address;
  // The login of HTTP Basic belongs to E2E_ADDRESS.
  const withoutLogin = isOther ? { [names.basicUser]: undefined, [names.basicPassword]: undefined } : {};
  return environment({ ...process.env, ...withoutLogin, [names.address]: address });
}

/** Hands a setting on to the worker processes that Playwright starts from now on. */
export function setForWorkers(setting: keyof Environment, value: string): void {
  process.env[names[setting]] = value;
}

/** Returns the environment without requiring an address: `playwright test --list`, UI mode and editors have none. */
export function configuration(source: Source = process.env): Configuration {
  const given = Object.fromEntries(Object.entries(names).map(([field, name]) => [field, source[name] || undefined]));
  const parsed = schema.extend({ address: address.optional() }).safeParse(given);
  const unknown = unknownSettings(Object.keys(source), Object.values(names));
  if (parsed.success && unknown.length === 0) return parsed.data;
  const wrong = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${names[path[0] as keyof Environment]}: ${message}`,
  );
  throw new Error(`The suite cannot start.\n${[...unknown, ...wrong].join("\n")}`);
}

/**
 * Returns whether the target is a sandbox that `npm run e2e` or `npm test` started: they alone set E2E_CONTROL. Each test
 * then has its own events and client address, and nothing needs to be released afterwards.
 */
export function isOwnSandbox({ control }: Pick<Environment, "control">): boolean {
  return control !== undefined;
}

/** Returns the environment variable of a setting. */
export function settingName(setting: keyof Environment): string {
  return names[setting];
}

/** Returns a setting that only some tests need. Throws an Error that names the setting when it is missing. */
export function required<Name extends keyof Environment>(env: Environment, name: Name): NonNullable<Environment[Name]> {
  const value = env[name];
  if (value === undefined || value === null) throw new Error(`${names[name]} is not set, and this test needs it.`);
  return value;
}
