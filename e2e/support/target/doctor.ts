import { execFileSync } from "node:child_process";
import { openServiceClient } from "#e2e/support/service-client.ts";
import { missingEngines, missingOf } from "./capabilities.ts";
import { type Configuration, configuration, type Environment, isOwnSandbox, timeoutsOf } from "./env.ts";
import { openStorefront, reasonOf, SettingError, trustAuthority } from "./network.ts";
import { mayUse, readEnvironment } from "./target.ts";

/** An answer of the handshake that takes longer makes a run slow. */
const SLOW_ANSWER_MS = 1_500;

/** The result for one thing that the suite needs: what was found, or which setting to correct and how. */
type Finding = { readonly what: string; readonly says: string; readonly mark: "ok" | "NO" | "--" };

/** Checks everything that the suite would use, and writes nothing. Without an address the run starts its own sandbox. */
async function examine(env: Configuration): Promise<readonly Finding[]> {
  const { address } = env;
  const browser = await foundBy("Browser", "E2E_BROWSER", () => browserOf(env.browser));
  if (address === undefined)
    return [
      { what: "Target", mark: "ok", says: "a sandbox of its own; E2E_ADDRESS would name another" },
      browser,
      ...enginesOf(env),
    ];
  const target: Environment = { ...env, address };
  const handshake = await foundBy("Handshake", "E2E_ADDRESS", () => timedHandshake(target));
  const unchecked = { mark: "--", says: "not checked before the handshake succeeds" } as const;
  const isTestSystem = handshake.mark === "ok";
  return [
    { what: "Target", mark: "ok", says: address },
    env.ca === undefined
      ? { what: "Authority", mark: "--", says: "public ones; E2E_CA would name the file of a private one" }
      : await foundBy("Authority", "E2E_CA", () => authorityOf(target)),
    handshake,
    await foundBy("Good card", "E2E_GOOD_CARD", () => cardOf(env.goodCard.number, target)),
    await foundBy("Bad card", "E2E_BAD_CARD", () => cardOf(env.badCard.number, target)),
    isTestSystem ? await foundBy("Event", "E2E_EVENT", () => eventToBuy(target)) : { what: "Event", ...unchecked },
    env.service === undefined || env.serviceLogin === undefined
      ? { what: "Service", mark: "--", says: "not set; the tests that create events are left out" }
      : await foundBy("Service", "E2E_SERVICE", () => serviceOf(target)),
    ...(env.mailbox === undefined ? [] : [await foundBy("Mailbox", "E2E_MAILBOX", () => mailboxOf(target))]),
    ...(env.embedOrigin === undefined
      ? []
      : [await foundBy("Embed origin", "E2E_EMBED_ORIGIN", () => embedOriginOf(target))]),
    browser,
    ...enginesOf(env),
    ...(isOwnSandbox(env) ? [] : missingOf(env).map((says) => ({ what: "Left out", mark: "--", says }) as const)),
  ];
}

async function foundBy(what: string, setting: string, probe: () => string | Promise<string>): Promise<Finding> {
  try {
    return { what, mark: "ok", says: await probe() };
  } catch (error) {
    const remedy = error instanceof Error ? error.message : String(error);
    return { what, mark: "NO", says: error instanceof SettingError ? remedy : `${setting}: ${remedy}` };
  }
}

function authorityOf(env: Environment): string {
  trustAuthority(env);
  return `${env.ca}, beside the public ones`;
}

/** Reads the handshake, with a hint when the answer takes long. */
async function timedHandshake(env: Environment): Promise<string> {
  const begun = performance.now();
  const described = await readEnvironment(env);
  const tookMs = Math.round(performance.now() - begun);
  if (tookMs < SLOW_ANSWER_MS || env.timeoutFactor > 1) return described;
  return `${described}; it took ${tookMs} ms: set E2E_TIMEOUT_FACTOR=3 if tests time out`;
}

function cardOf(card: string, env: Environment): string {
  const digits = card.replace(/\D/g, "");
  const masked = `${digits.slice(0, 4)} •••• •••• ${digits.slice(-4)}`;
  if (mayUse(card, env)) return masked;
  const allow = `E2E_ALLOWED_CARDS=${new URL(env.address).host}=number`;
  throw new Error(`${masked} is not on the test list; name a card of docs/qa.md, or allow it with ${allow}.`);
}

type Listed = { readonly id: number; readonly name: string; readonly saleStatus: string };

async function eventToBuy(env: Environment): Promise<string> {
  const { event, language } = env;
  const path = event === undefined ? `/${language}/events.json` : `/${language}/events/${event}`;
  const answer = await openStorefront(env).fetch(path);
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}; name an event that is on sale.`);
  if (event !== undefined) return `${event} is there`;
  const { events = [] } = (await answer.json()) as { events?: readonly Listed[] };
  const first = events.find(({ saleStatus }) => saleStatus === "ON_SALE");
  if (first === undefined) throw new Error("no listed event is on sale; name an event with places left.");
  return `none named; the first on sale is ${first.id}, ${JSON.stringify(first.name)}`;
}

async function serviceOf(env: Environment): Promise<string> {
  const { service = "", serviceLogin } = env;
  const { status } = await openServiceClient(env)
    .call("GET", "/user/login")
    .catch((error: unknown) => {
      if (error instanceof SyntaxError) throw new Error(`${service} is no ticketing service: its answer is not JSON.`);
      throw noAnswer(error, env, service);
    });
  if (status === 200) return `${service} answers ${serviceLogin?.user}`;
  if (status === 401) throw new SettingError("serviceLogin", `${service} refuses ${serviceLogin?.user} (401).`);
  throw new Error(`${service} answers ${status}; name the service's address, up to and including the version.`);
}

/** Returns why an address other than the storefront's does not answer. Only that it is wrong concerns its own setting, not E2E_ADDRESS. */
function noAnswer(error: unknown, env: Environment, address: string): Error {
  const reason = reasonOf(error, env, address);
  return reason.setting === "E2E_ADDRESS" ? new Error(reason.remedy, { cause: error }) : reason;
}

/** Reads the messages to the run's buyer, as the tests do. */
async function mailboxOf(env: Environment): Promise<string> {
  const { mailbox = "", email } = env;
  const path = "/messages";
  const answer = await fetch(`${mailbox}${path}?to=${encodeURIComponent(email)}`, {
    signal: AbortSignal.timeout(timeoutsOf(env).call),
  }).catch((error: unknown) => {
    throw noAnswer(error, { ...env, proxy: undefined }, mailbox);
  });
  const remedy = "name a mail catcher, such as that of node service/sandbox/mail-catcher/main.ts.";
  if (answer.status !== 200) throw new Error(`${mailbox} answers ${answer.status} at ${path}; ${remedy}`);
  const messages: unknown = await answer.json().catch(() => undefined);
  if (!Array.isArray(messages)) throw new Error(`${mailbox} answers no list of messages at ${path}; ${remedy}`);
  return `${mailbox} answers; it has ${messages.length} messages to ${email}`;
}

/** Reads which pages the storefront lets embed it. */
async function embedOriginOf(env: Environment): Promise<string> {
  const { embedOrigin = "", language } = env;
  const { origin, protocol, hostname } = new URL(embedOrigin);
  if (origin !== embedOrigin)
    throw new Error(`${embedOrigin} is no origin; name it without a path, such as ${origin}.`);
  const path = `/${language}/embed/events`;
  const answer = await openStorefront(env).fetch(path);
  const [, framers = ""] = /frame-ancestors ([^;]*)/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
  const allowed = framers.split(" ");
  if (allowed.includes(origin) || allowed.includes(`${protocol}//${hostname}:*`)) return `${origin} may embed ${path}`;
  throw new Error(
    `${env.address} does not let ${origin} embed it; add it to EMBED_ORIGINS of the storefront, or name one that is there.`,
  );
}

/** Tests in an engine that is missing are NOT RUN: an error with --strict. */
function enginesOf(env: Configuration): readonly Finding[] {
  const mark = process.argv.includes("--strict") ? "NO" : "--";
  return missingEngines(env).map((engine) => ({
    what: "Engine",
    mark,
    says: `${engine} is not installed, so its tests are NOT RUN: npx playwright install ${engine}. Or npm run test:full -- engines buys in Debian's`,
  }));
}

function browserOf(browser: string | undefined): string {
  if (browser === undefined) throw new Error("none was found; install Chromium or Chrome, or name one.");
  try {
    const output = execFileSync(browser, ["--version"], { encoding: "utf8", timeout: 10_000, stdio: "pipe" });
    return `${browser}, ${output.split("\n")[0]?.trim()}`;
  } catch (cause) {
    throw new Error(`${browser} does not run; name a Chromium or Chrome.`, { cause });
  }
}

try {
  const findings = await examine(configuration());
  for (const { what, says, mark } of findings) console.log(`  ${mark}  ${what.padEnd(13)}${says}`);
  process.exit(findings.some(({ mark }) => mark === "NO") ? 2 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
