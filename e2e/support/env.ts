import { z } from "zod";

/** The settings of the suite. They come from environment variables alone. */
export type Environment = z.infer<typeof schema>;

type Configuration = Omit<Environment, "address"> & { readonly address?: string | undefined };
type Source = Readonly<Record<string, string | undefined>>;

const NO_ADDRESS =
  "is not set, so there is no storefront to test. Run `npm run e2e`, which starts a sandbox of its own, " +
  "or set it to a running one: E2E_ADDRESS=http://localhost:4000";

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const schema = z.object({
  /** The storefront's address, such as http://localhost:4000. */
  address,
  project: z.enum(["sandbox", "uat"]).default("sandbox"),
  goodCard: z.string().default("4111 1111 1111 1111"),
  badCard: z.string().default("4111 1111 1111 1103"),
  /** The id of an event with places left. Without it the suite creates its own events, or uses the first on sale. */
  event: z.coerce.number().int().positive().optional(),
  /** The ticketing service's address with its version segment, and a user with MANAGE and SCAN rights. */
  service: address.optional(),
  serviceUser: z.string().optional(),
  servicePassword: z.string().optional(),
  ca: z.string().optional(),
  processor: address.optional(),
  control: address.optional(),
  /** The cookie keys of the sandbox's storefront, the newest first. Tests seal expired cookies with them. */
  cookieKeys: z.string().optional(),
  confirmHost: z.string().optional(),
  browser: z.string().optional(),
  /** A folder for screenshots of every screen. Without it none are taken. */
  pictures: z.string().optional(),
  /** `gate`, which `npm test` sets, skips on the phone the long tests that hardly differ there. */
  size: z.enum(["gate", "full"]).default("full"),
  /** The number of buyers in a race is multiplied by this. */
  raceSize: z.coerce.number().int().min(1).default(1),
  workers: z.coerce.number().int().min(1).max(16).default(2),
});

const names: Record<keyof Environment, string> = {
  address: "E2E_ADDRESS",
  project: "E2E_PROJECT",
  goodCard: "E2E_GOOD_CARD",
  badCard: "E2E_BAD_CARD",
  event: "E2E_EVENT",
  service: "E2E_SERVICE",
  serviceUser: "E2E_SERVICE_USER",
  servicePassword: "E2E_SERVICE_PASSWORD",
  ca: "E2E_CA",
  processor: "E2E_PROCESSOR",
  control: "E2E_CONTROL",
  cookieKeys: "E2E_COOKIE_KEYS",
  confirmHost: "E2E_CONFIRM_HOST",
  browser: "E2E_BROWSER",
  pictures: "E2E_PICTURES",
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

/** Returns the environment without requiring an address: `playwright test --list`, UI mode and editors have none. */
export function configuration(source: Source = process.env): Configuration {
  const given = Object.fromEntries(Object.entries(names).map(([field, name]) => [field, source[name] || undefined]));
  const parsed = schema.extend({ address: address.optional() }).safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${names[path[0] as keyof Environment]}: ${message}`);
  throw new Error(`The suite cannot start.\n${lines.join("\n")}`);
}

/** Returns a setting that only some tests need. Throws an Error that names the setting when it is missing. */
export function required<Name extends keyof Environment>(env: Environment, name: Name): NonNullable<Environment[Name]> {
  const value = env[name];
  if (value === undefined || value === null) throw new Error(`${names[name]} is not set, and this test needs it.`);
  return value;
}
