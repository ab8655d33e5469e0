import type { Variables } from "#tools/lib/child-environment.ts";
import { Fault } from "#tools/lib/fault.ts";
import { type Mode, REMOVED_SETTINGS, type Reader, SETTING_RULES } from "./setting-rules.ts";

type Given = Readonly<Record<string, string>>;
export type OperatorSettings = ReturnType<typeof readOperatorSettings>;

const NEEDED_BY_REMOTE = ["TICKETING_USER", "TICKETING_PASSWORD", "TICKETING_ACCOUNT"];
const DEFAULT_PORTS = { storefront: 4000, service: 4001, processor: 4002, mail: 4003 };
const ANY_PORT = 0;
const DEFAULT_HOST = "localhost";
/** The service's default for HOLD_SECONDS. */
const DEFAULT_HOLD_SECONDS = 900;
const ACTIONS_KEY = "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY";
const LOOPBACKS = ["localhost", "127.0.0.1", "::1"];

/**
 * Returns the operator's settings for `npm start`, grouped by the program that reads them. Throws a Fault with a line for
 * each invalid setting. An empty setting counts as not set.
 */
export function readOperatorSettings(environment: Variables = process.env) {
  const given = givenIn(environment);
  const mode: Mode = given.TICKETING_URL ? "remote" : "sandbox";
  const refusals = [...removedIn(environment), ...refusedOneByOne(given, mode), ...refusedTogether(given, mode)];
  if (refusals.length > 0) throw new Fault(refusals.join("\n"));
  const port = (name: string, usual: number) => (given[name] ? Number(given[name]) : usual);
  return {
    isRemote: mode === "remote",
    dataFolder: given.FOYER_DATA,
    host: given.FOYER_HOST ?? DEFAULT_HOST,
    origin: given.FOYER_ORIGIN,
    ports: {
      storefront: port("FOYER_PORT", DEFAULT_PORTS.storefront),
      service: port("FOYER_SERVICE_PORT", DEFAULT_PORTS.service),
      processor: port("FOYER_PROCESSOR_PORT", DEFAULT_PORTS.processor),
      // A mail server of the operator replaces the mail catcher.
      ...(!given.SMTP_URL && { mail: port("FOYER_MAIL_PORT", DEFAULT_PORTS.mail), smtp: ANY_PORT }),
    },
    databaseUrl: given.DATABASE_URL,
    seedsDemo: (given.FOYER_DEMO ?? (given.DATABASE_URL ? "0" : "1")) === "1",
    passwords: {
      ...(given.SHOP_PASSWORD && { shopPassword: given.SHOP_PASSWORD }),
      ...(given.PROMOTER_PASSWORD && { promoterPassword: given.PROMOTER_PASSWORD }),
    },
    actionsKey: given[ACTIONS_KEY],
    looks: readBy(given, "build"),
    storefront: { ...readBy(given, "build"), ...readBy(given, "storefront"), ...readBy(given, "both") },
    service: { ...readBy(given, "service"), ...readBy(given, "both") },
  };
}

/**
 * Returns the settings of a production build, which generates no key. Throws a Fault with a line for each one that is
 * missing or invalid.
 */
export function readBuildSettings(environment: Variables = process.env) {
  const looks = readBy(givenIn(environment), "build");
  const actionsKey = environment[ACTIONS_KEY];
  const refusals = [
    ...removedIn(environment),
    ...(actionsKey
      ? []
      : [`${ACTIONS_KEY} must be set, the same for every build of this shop. Make one: openssl rand -base64 32`]),
    ...Object.entries(looks).flatMap(([name, value]) => brokenRule(name, value, "remote") ?? []),
  ];
  if (refusals.length > 0) throw new Fault(refusals.join("\n"));
  return { actionsKey, looks };
}

/** Returns the defaults, for the sandbox of the tests. */
export const noOperatorSettings = () => readOperatorSettings({});

function givenIn(environment: Variables): Given {
  return Object.fromEntries(
    Object.keys(SETTING_RULES).flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : [])),
  );
}

/** Returns a line for each setting that was removed: one that is ignored would be believed to work. */
function removedIn(environment: Variables): readonly string[] {
  return Object.entries(REMOVED_SETTINGS).flatMap(([name, instead]) =>
    environment[name] ? [`${name} was removed: ${instead}.`] : [],
  );
}

function readBy(given: Given, reader: Reader): Given {
  return Object.fromEntries(Object.entries(given).filter(([name]) => SETTING_RULES[name]?.reader === reader));
}

function refusedOneByOne(given: Given, mode: Mode): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    SETTING_RULES[name]?.where.includes(mode) === false ? misplaced(name, mode) : (brokenRule(name, value, mode) ?? []),
  );
}

function brokenRule(name: string, value: string, mode: Mode): string | undefined {
  const { must, inSandbox } = SETTING_RULES[name] ?? {};
  const rules = [must, mode === "sandbox" ? inSandbox : undefined];
  const broken = rules.find((rule) => rule?.fits(value) === false);
  return broken && `${name} ${broken.says}.`;
}

function misplaced(name: string, mode: Mode): string {
  return mode === "remote"
    ? `${name} is for the sandbox. With TICKETING_URL no program reads it: remove it.`
    : `${name} is for another ticketing service. Set TICKETING_URL as well, or remove it.`;
}

function refusedTogether(given: Given, mode: Mode): readonly string[] {
  const refusals: string[] = [];
  if (mode === "remote") {
    const missing = NEEDED_BY_REMOTE.filter((name) => !given[name]);
    if (missing.length > 0) refusals.push(`With TICKETING_URL, these must be set too: ${missing.join(", ")}.`);
    if (!given.FOYER_ENVIRONMENT)
      refusals.push("With TICKETING_URL, FOYER_ENVIRONMENT must say what that service is: sandbox, uat or production.");
    if (given.FOYER_ENVIRONMENT === "production" && given.FOYER_PAYMENTS === "fake")
      refusals.push("FOYER_PAYMENTS cannot be fake in production: remove it.");
  }
  const { HOLD_SECONDS = DEFAULT_HOLD_SECONDS, HOLD_CEILING_SECONDS } = given;
  if (mode === "sandbox" && Number(HOLD_CEILING_SECONDS) < Number(HOLD_SECONDS))
    refusals.push(`HOLD_CEILING_SECONDS must not be less than HOLD_SECONDS, which is ${HOLD_SECONDS}.`);
  if (given.FOYER_HOST && !LOOPBACKS.includes(given.FOYER_HOST) && !given.FOYER_ORIGIN)
    refusals.push(`FOYER_HOST ${given.FOYER_HOST} needs FOYER_ORIGIN: the address at which visitors open the shop.`);
  return refusals;
}
