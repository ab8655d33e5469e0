import { execFileSync } from "node:child_process";
import { openServiceClient } from "#e2e/support/service-client.ts";
import { masked, mayUse } from "./cards.ts";
import { type Environment, environment } from "./env.ts";
import { readEnvironment } from "./handshake.ts";
import {
  credentialsIn,
  dispatcherOf,
  reasonOf,
  SettingError,
  verifiedCertificateOf,
  withoutCredentials,
} from "./network.ts";
import { basicOf, openStorefront } from "./storefront.ts";
import { SLOW_ANSWER_MS } from "./timeouts.ts";

/** The result for one thing that the suite needs: what was found, or which setting to correct and how. */
export type Finding = { readonly what: string } & (
  | { readonly says: string }
  | { readonly unchecked: string }
  | { readonly setting: string; readonly remedy: string }
);

const TIMEOUT_MS = 10_000;

/** Checks everything that the suite would use. It writes nothing. */
export async function examine(env: Environment): Promise<readonly Finding[]> {
  const { origin, pathname } = new URL(env.address);
  const target = `${origin}${pathname.replace(/\/$/, "")}`;
  const inFront = await inFrontOf(env);
  const isReachable = inFront.every((finding) => "says" in finding);
  const unchecked = "not checked before the lines above succeed";
  const handshake = isReachable
    ? await foundBy("Handshake", "E2E_ADDRESS", () => timedHandshake(env))
    : { what: "Handshake", unchecked };
  const [event, service] = await Promise.all([
    "says" in handshake ? foundBy("Event", "E2E_EVENT", () => eventToBuy(env)) : { what: "Event", unchecked },
    isReachable ? serviceOf(env) : { what: "Service", unchecked },
  ]);
  return [
    { what: "Target", says: target },
    ...inFront,
    handshake,
    cardOf("Good card", "E2E_GOOD_CARD", env.goodCard, env),
    cardOf("Bad card", "E2E_BAD_CARD", env.badCard, env),
    event,
    service,
    await foundBy("Browser", "E2E_BROWSER", () => browserOf(env.browser)),
  ];
}

/** Returns a line for each finding, and whether the suite can run. */
export function reportOf(findings: readonly Finding[]): {
  readonly lines: readonly string[];
  readonly usable: boolean;
} {
  const lines = findings.map((finding) => {
    const what = finding.what.padEnd(13);
    if ("says" in finding) return `  ok  ${what}${finding.says}`;
    if ("unchecked" in finding) return `  --  ${what}${finding.unchecked}`;
    return `  NO  ${what}${finding.setting}: ${finding.remedy}`;
  });
  return { lines, usable: !findings.some((finding) => "setting" in finding) };
}

async function foundBy(what: string, setting: string, probe: () => string | Promise<string>): Promise<Finding> {
  try {
    return { what, says: await probe() };
  } catch (error) {
    if (error instanceof SettingError) return { what, setting: error.setting, remedy: error.remedy };
    return { what, setting, remedy: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads the handshake, with a hint when the answer takes long. */
async function timedHandshake(env: Environment): Promise<string> {
  const begun = performance.now();
  const described = await readEnvironment(env);
  const tookMs = Math.round(performance.now() - begun);
  if (tookMs < SLOW_ANSWER_MS || env.timeoutFactor > 1) return described;
  return `${described}; it took ${tookMs} ms: set E2E_TIMEOUT_FACTOR=3 if tests time out`;
}

/** Returns a finding for each thing between this machine and the storefront that a setting names. */
async function inFrontOf(env: Environment): Promise<readonly Finding[]> {
  const { ca, proxy, basicUser, basicPassword } = env;
  const findings: Finding[] = [];
  if (proxy !== undefined) {
    const { username } = credentialsIn(proxy);
    findings.push({
      what: "Proxy",
      says: `${withoutCredentials(proxy)}${username && `, as ${username}, password set`}`,
    });
  }
  if (ca !== undefined)
    findings.push(
      await foundBy("Certificate", "E2E_CA", async () => {
        dispatcherOf(env);
        const certificate = await verifiedCertificateOf(env);
        return certificate ? `${ca} signed it; the browser accepts no other` : `${ca}, for the service alone`;
      }),
    );
  if (basicUser !== undefined || basicPassword !== undefined)
    findings.push(
      await foundBy("HTTP Basic", "E2E_BASIC_USER", () => {
        const { username = "", password = "" } = basicOf(env) ?? {};
        return `${username}, password set (${password.length} characters)`;
      }),
    );
  return findings;
}

function cardOf(what: string, setting: string, card: string, env: Environment): Finding {
  if (mayUse(card, env)) return { what, says: masked(card) };
  const { host } = new URL(env.address);
  return {
    ...{ what, setting },
    remedy: `${masked(card)} is not on the test list; name a card of docs/qa.md, or allow it with E2E_ALLOWED_CARDS=${host}=number.`,
  };
}

type Listed = { readonly id: number; readonly name: string; readonly saleStatus: string };

async function eventToBuy(env: Environment): Promise<string> {
  const { event, language } = env;
  const storefront = openStorefront(env);
  if (event !== undefined) {
    const { status } = await storefront.fetch(`/${language}/events/${event}`);
    if (status === 200) return `${event} is there`;
    throw new Error(`event ${event} answers ${status}; name one that is on sale, or leave it out.`);
  }
  const answer = await storefront.fetch(`/${language}/events.json`);
  if (!answer.ok)
    throw new SettingError("address", `/${language}/events.json answers ${answer.status}; is the shop up?`);
  const { events = [] } = (await answer.json()) as { events?: readonly Listed[] };
  const first = events.find(({ saleStatus }) => saleStatus === "ON_SALE");
  if (first === undefined) throw new Error("no listed event is on sale; name an event with places left.");
  return `none named; the first on sale is ${first.id}, ${JSON.stringify(first.name)}`;
}

/** Only the tests of the capability `service` call the ticketing service. */
async function serviceOf(env: Environment): Promise<Finding> {
  const what = "Service";
  const { service, serviceUser, servicePassword } = env;
  const missing = [
    ["E2E_SERVICE", service, "set it to the ticketing service's address, up to and including the version."],
    ["E2E_SERVICE_USER", serviceUser, "set it to a promoter's user name."],
    ["E2E_SERVICE_PASSWORD", servicePassword, "set it to that promoter's password."],
  ].find(([, value]) => value === undefined);
  if (missing !== undefined) {
    const [setting = "", , remedy = ""] = missing;
    return service === undefined
      ? { what, unchecked: "not set; the tests that create events are left out" }
      : { what, setting, remedy };
  }
  return foundBy(what, "E2E_SERVICE", async () => {
    const { status } = await openServiceClient(env)
      .call("GET", "/user/login")
      .catch((error: unknown) => {
        throw serviceReason(error, env);
      });
    if (status === 200)
      return `${service} answers ${serviceUser}, password set (${servicePassword?.length} characters)`;
    if (status === 401)
      throw new SettingError(
        "servicePassword",
        `${service} refuses ${serviceUser} (401); correct it or E2E_SERVICE_USER.`,
      );
    throw new Error(`${service} answers ${status}; name the service's address, up to and including the version.`);
  });
}

/** Returns the setting to correct when the service does not answer: its own address, or what is in between. */
function serviceReason(error: unknown, env: Environment): Error {
  if (error instanceof SyntaxError)
    return new Error(`${env.service} is no ticketing service: its answer is not JSON.`, { cause: error });
  const reason = reasonOf(error, env, env.service);
  return reason.setting === "E2E_ADDRESS" ? new Error(reason.remedy, { cause: error }) : reason;
}

function browserOf(browser: string | undefined): string {
  if (browser === undefined) throw new Error("none was found; install Chromium or Chrome, or name one.");
  try {
    const [version = ""] = execFileSync(browser, ["--version"], {
      encoding: "utf8",
      timeout: TIMEOUT_MS,
      stdio: ["ignore", "pipe", "ignore"],
    }).split("\n");
    return `${browser}, ${version.trim()}`;
  } catch {
    throw new Error(`${browser} does not run; name a Chromium or Chrome.`);
  }
}

/** Checks what a run without an address needs: it starts its own sandbox, so only the browser can be missing. */
export async function examineOwn(browser: string | undefined): Promise<readonly Finding[]> {
  return [
    { what: "Target", says: "a sandbox of its own; E2E_ADDRESS would name another" },
    await foundBy("Browser", "E2E_BROWSER", () => browserOf(browser)),
  ];
}

if (import.meta.main) {
  try {
    const [, , own, browser] = process.argv;
    const findings = await (own === "--own" ? examineOwn(browser) : examine(environment()));
    const { lines, usable } = reportOf(findings);
    console.log(lines.join("\n"));
    process.exit(usable ? 0 : 2);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
