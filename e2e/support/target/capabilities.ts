import { existsSync } from "node:fs";
import { chromium, firefox, webkit } from "@playwright/test";
import { type Configuration, isOwnSandbox } from "./env.ts";

const OWN_SANDBOX_ONLY = "only the suite's own sandbox has that";
const login = (env: Configuration) => env.serviceLogin !== undefined;

/** What a test may need by a tag such as `@service`, whether the target offers it, and what would make it offer it. */
const CAPABILITIES = {
  catalogue: { isOffered: () => true, remedy: "" },
  purchase: { isOffered: () => true, remedy: "" },
  service: {
    isOffered: (env) => env.service !== undefined && login(env),
    remedy: "set E2E_SERVICE and E2E_SERVICE_LOGIN, and E2E_CA where a private authority signed its certificate",
  },
  promoter: { isOffered: login, remedy: "set E2E_SERVICE_LOGIN" },
  embed: { isOffered: (env) => env.embedOrigin !== undefined, remedy: "set E2E_EMBED_ORIGIN" },
  mail: { isOffered: (env) => env.mailbox !== undefined, remedy: "set E2E_MAILBOX" },
  ledger: { isOffered: isOwnSandbox, remedy: OWN_SANDBOX_ONLY },
  clock: { isOffered: isOwnSandbox, remedy: OWN_SANDBOX_ONLY },
  faults: { isOffered: isOwnSandbox, remedy: OWN_SANDBOX_ONLY },
  sandbox: { isOffered: isOwnSandbox, remedy: OWN_SANDBOX_ONLY },
} as const satisfies Readonly<
  Record<string, { readonly isOffered: (env: Configuration) => boolean; readonly remedy: string }>
>;

export type Capability = keyof typeof CAPABILITIES;
export const ALL_CAPABILITIES = Object.keys(CAPABILITIES) as Capability[];

/** The project whose tests buy. At a target whose places are not ours, the others go as far as the payment page. */
const BUYING_PROJECT = "desktop";
const ENGINES = { chromium, firefox, webkit };
/** The tags of a test that lets a reservation expire wherever it runs. */
export const WAITING = ["@expiry", "@slow"];

/** Returns whether the target offers a capability. */
export function offers(env: Configuration, wanted: Capability): boolean {
  return CAPABILITIES[wanted].isOffered(env);
}

/** Returns what the target does not offer, with what would make it do so. */
export function missingOf(env: Configuration): readonly string[] {
  return ALL_CAPABILITIES.filter((one) => !offers(env, one)).map((one) => `${one}: ${CAPABILITIES[one].remedy}`);
}

/** Returns why a test with these tags cannot run at this target in this project, or `undefined` when it can. */
export function reasonToLeaveOut(
  tags: readonly string[],
  env: Configuration,
  { project, engine }: { readonly project: string; readonly engine: keyof typeof ENGINES },
): string | undefined {
  if (!isInstalled(engine, env)) return `NOT RUN: ${engine} is missing; npx playwright install ${engine}`;
  const lacking = ALL_CAPABILITIES.filter((one) => tags.includes(`@${one}`) && !offers(env, one));
  if (lacking.length > 0)
    return `needs ${lacking.join(", ")}: ${[...new Set(lacking.map((one) => CAPABILITIES[one].remedy))].join(", ")}`;
  if (tags.includes("@pictures") && !isOwnSandbox(env)) return "takes the pictures of docs/screens.md";
  if (tags.includes("@buys") && !isOwnSandbox(env) && project !== BUYING_PROJECT)
    return `buys places, which only ${BUYING_PROJECT} does`;
  if (tags.includes("@english") && env.language !== "en") return "asserts English texts: leave E2E_LANGUAGE out";
  if (tags.includes("@chromium") && engine !== "chromium") return "uses what only Chromium has";
  // Charges are found in the ledger by their amount, and these projects pay the same amounts as desktop and phone.
  if (tags.includes("@ledger") && engine !== "chromium") return "reads the ledger, as only the projects of Chromium do";
  return undefined;
}

/** Returns whether a test with these tags waits at this target until a reservation expires. */
export function waitsForExpiry(tags: readonly string[], env: Configuration): boolean {
  return WAITING.every((tag) => tags.includes(tag)) && !offers(env, "clock");
}

/** Returns the engines that are not installed. Tests in them are NOT RUN. */
export function missingEngines(env: Configuration): readonly string[] {
  const engines = Object.keys(ENGINES) as (keyof typeof ENGINES)[];
  return engines.filter((engine) => !isInstalled(engine, env));
}

/** Returns the engine whose absence is this reason to leave a test out. */
export function engineMissedIn(reason: string): string | undefined {
  return /^NOT RUN: (\w+) is missing/.exec(reason)?.[1];
}

/** Only Chromium may be a browser of the system; Firefox and WebKit are Playwright's own builds. */
function isInstalled(engine: keyof typeof ENGINES, { browser }: Configuration): boolean {
  return (engine === "chromium" && browser !== undefined) || existsSync(ENGINES[engine].executablePath());
}
