import { z } from "zod";
import { nearestSetting } from "#scripts/launcher/setting-names.js";
import { MESSAGES } from "./messages.ts";

/** The settings of the suite. They come from environment variables alone. */
export type Environment = Configuration & { readonly address: string };
export type Configuration = ReturnType<typeof configuration>;

/** A card as the payment page asks for it. */
export type Card = {
  readonly number: string;
  /** MM / YY. */
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
};

const LANGUAGES = Object.keys(MESSAGES);

const address = z
  .url({ protocol: /^https?$/, error: "is not an address, such as https://uat.tickets.example" })
  .transform((url) => url.replace(/\/+$/, ""));
const login = z
  .string()
  .regex(/^[^:]+:./, "is written as user:password")
  .transform((text) => ({ user: text.slice(0, text.indexOf(":")), password: text.slice(text.indexOf(":") + 1) }));
const whole = (least: number) => z.coerce.number().int().min(least, `is a whole number from ${least} on`);

/** `number, MM/YY, code, name`, of which only the number is required. */
const card = z
  .string()
  .regex(
    /^[\d -]{12,26}(, *\d\d ?\/ ?\d\d(, *\d{3,4}(, *[^,]+)?)?)?$/,
    "is a card number, or number, MM/YY, code, name",
  )
  .transform((text): Card => {
    const [number = "", expiry = "12 / 34", code = "123", name = "Ada Lovelace"] = text.split(/, */);
    return { number, expiry, code, name };
  });

/** What `npm run e2e` tells its tests about the sandbox that it has started. */
const ownSandbox = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ control: z.url(), processor: z.url(), cookieKeys: z.string() }));
export type OwnSandbox = z.infer<typeof ownSandbox>;

const schema = z.object({
  /** The storefront's address, such as http://localhost:4000. */
  address: address.optional(),
  /** The language of the pages that the tests open. */
  language: z.enum(LANGUAGES, `is one of ${LANGUAGES.join(", ")}`).default("en"),
  /** The id of an event with places left. Without it the suite creates its own events, or finds one on sale. */
  event: whole(1).optional(),
  /** The buyer's address. The suite adds a part after a plus sign that names the run and the test. */
  email: z.email("is not an email address").default("qa@example.com"),
  goodCard: card.prefault("4111 1111 1111 1111"),
  badCard: card.prefault("4111 1111 1111 1103"),
  /** Cards that are allowed at one host besides the test list: `uat.tickets.example=4242424242424242,4000000000000002`. */
  allowedCards: z
    .string()
    .regex(/^[^=\s]+=\d{12,19}(,\d{12,19})*$/, "is written as host=number,number")
    .optional(),
  /** The ticketing service's address with its version segment, and a user with MANAGE and SCAN rights. */
  service: address.optional(),
  serviceLogin: login.optional(),
  /** The login of HTTP Basic in front of the storefront. */
  basicLogin: login.optional(),
  /** An origin whose pages the storefront lets embed it. The tests serve a page there. */
  embedOrigin: address.optional(),
  /** The HTTP address of a mail catcher with the messages of the target, such as http://127.0.0.1:4003. */
  mailbox: address.optional(),
  /** The file of a private certificate authority, for the storefront and the service. */
  ca: z.string().optional(),
  /** The proxy that leads to the storefront and the service, such as http://user:password@proxy.example:3128. */
  proxy: address.optional(),
  /** Multiplies every timeout, for a target that answers slowly. */
  timeoutFactor: z.coerce.number().min(1, "is a number from 1 to 10").max(10, "is a number from 1 to 10").default(1),
  confirmHost: z.string().optional(),
  /** Places that a run may buy at a target whose events are not its own. */
  paidPlacesMax: whole(0).default(60),
  /** The path of a Chromium. */
  browser: z.string().optional(),
  /** `gate`, which `npm test` sets, skips on the phone the long tests that hardly differ there. */
  size: z.enum(["gate", "full"], "is gate or full").default("full"),
  sandbox: ownSandbox.optional(),
  /** The file to which a run writes its counts for `npm run e2e`. */
  counts: z.string().optional(),
  /** The folder of the run in `e2e-results`, which a command makes for its phases and `playwright.config.ts` for its workers. */
  run: z.string().optional(),
  /** The number of buyers in a race is multiplied by FOYER_RACE_SIZE. */
  raceSize: whole(1).default(1),
});

type Setting = keyof z.infer<typeof schema>;
type Source = Readonly<Record<string, string | undefined>>;

export const SETTINGS = Object.keys(schema.shape) as Setting[];

/** Names that were settings once, with what replaces each. */
export const REMOVED: Readonly<Record<string, string>> = {
  ...fromNames("E2E_GOOD_CARD='number, MM/YY, code, name'", ["GOOD_CARD_EXPIRY", "GOOD_CARD_CODE", "GOOD_CARD_NAME"]),
  ...fromNames("E2E_BAD_CARD='number, MM/YY, code, name'", ["BAD_CARD_EXPIRY", "BAD_CARD_CODE", "BAD_CARD_NAME"]),
  ...fromNames("E2E_SERVICE_LOGIN=user:password", ["SERVICE_USER", "SERVICE_PASSWORD"]),
  ...fromNames("E2E_BASIC_LOGIN=user:password", ["BASIC_USER", "BASIC_PASSWORD"]),
  ...fromNames("E2E_SANDBOX", ["CONTROL", "PROCESSOR", "COOKIE_KEYS"]),
  ...fromNames("--grep-invert '@promoter|@service'", ["LEAVE_OUT"]),
  ...fromNames("--project=firefox --project=firefox-phone", ["ENGINES"]),
  ...fromNames("--workers=2", ["WORKERS"]),
  ...fromNames("--project=pictures", ["PICTURES"]),
  ...fromNames("the folder e2e-results", ["RESULTS"]),
  ...fromNames("nothing: reservations expire by themselves", ["STATE", "RUN_FOLDER"]),
  ...fromNames("nothing: the end of a run names what was left out", ["TITLES"]),
};

function fromNames(replacement: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`E2E_${name}`, replacement]));
}

/** Returns the environment variable of a setting, such as E2E_TIMEOUT_FACTOR. */
export function settingName(setting: Setting): string {
  if (setting === "raceSize") return "FOYER_RACE_SIZE";
  return `E2E_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Returns the settings. `playwright test --list`, UI mode and editors have no address. Throws an Error with a line for each wrong one. */
export function configuration(source: Source = process.env) {
  const given = Object.fromEntries(SETTINGS.map((setting) => [setting, source[settingName(setting)] || undefined]));
  const parsed = schema.safeParse(given);
  // Such as an undefined variable of a CI, which would test a sandbox.
  const empty =
    source.E2E_ADDRESS === "" ? ["E2E_ADDRESS is empty: name a storefront, or unset it to test a sandbox."] : [];
  const known = SETTINGS.map(settingName);
  const unknown = Object.keys(source)
    .filter((name) => name.startsWith("E2E_") && !known.includes(name))
    .map(
      (name) =>
        `${name}: ${name in REMOVED ? `use ${REMOVED[name]}` : `there is no such setting; the nearest is ${nearestSetting(name)}; see docs/qa.md`}.`,
    );
  if (parsed.success && unknown.length + empty.length === 0) return parsed.data;
  const wrong = (parsed.error?.issues ?? []).map(
    ({ path: [setting], message }) => `${settingName(setting as Setting)}: ${message}`,
  );
  throw new Error(`The suite cannot start.\n${[...empty, ...unknown, ...wrong].join("\n")}`);
}

/** Returns the settings of a run that has a target. */
export function environment(source: Source = process.env): Environment {
  const { address, ...rest } = configuration(source);
  if (address !== undefined) return { ...rest, address };
  throw new Error(
    "E2E_ADDRESS is not set, so there is no storefront to test. Run `npm run e2e`, which starts a sandbox of its own, " +
      "or set it to a running one: E2E_ADDRESS=http://localhost:4000",
  );
}

/**
 * Returns whether the target is a sandbox that `npm run e2e` or `npm test` started: they alone set E2E_SANDBOX. Each test
 * then has its own events and client address, and nothing needs to be released afterwards.
 */
export function isOwnSandbox({ sandbox }: Pick<Environment, "sandbox">): boolean {
  return sandbox !== undefined;
}

/** Returns a setting that only some tests need. Throws an Error that names the setting when it is missing. */
export function required<Name extends Setting>(env: Environment, name: Name): NonNullable<Environment[Name]> {
  const value = env[name];
  if (value === undefined) throw new Error(`${settingName(name)} is not set, and this test needs it.`);
  return value as NonNullable<Environment[Name]>;
}

const IN_SANDBOX = {
  /** A whole test, with its fixtures. */
  test: 60_000,
  /** An assertion that waits for the page. */
  expect: 10_000,
  /** A call of the suite's own clients: storefront and ticketing service. */
  call: 15_000,
};
/** A target elsewhere has a network in between, and other visitors. */
const ELSEWHERE = { ...IN_SANDBOX, test: 120_000, expect: 20_000 };

/** Returns the timeouts that E2E_TIMEOUT_FACTOR multiplies, in milliseconds. */
export function timeoutsOf(env: Pick<Environment, "sandbox" | "timeoutFactor">): typeof IN_SANDBOX {
  const { test, expect, call } = isOwnSandbox(env) ? IN_SANDBOX : ELSEWHERE;
  const factor = env.timeoutFactor;
  return { test: test * factor, expect: expect * factor, call: call * factor };
}
