import type { Response } from "undici";
import { configuration, type Environment, environment } from "./env.ts";
import { openStorefront, SettingError } from "./network.ts";

/**
 * What keeps the suite away from systems that sell for money. Nothing is posted before `refuseUnlessTestSystem` has passed:
 * `npm run e2e` runs this file before it starts Playwright, Playwright calls it before the first test, and each worker before its first.
 */

/** Card numbers that no bank issues. Any other card in a form could be charged for real. */
const TEST_LIST = /^4111111111111\d{3}$/;
const PATH = "/.well-known/foyer-environment";
const CONFIRMED = "none; confirmed by name";

/**
 * Returns the description of the storefront's environment. Throws, with the reason, unless both cards may be used there
 * and the storefront says that it is a test system.
 */
export async function refuseUnlessTestSystem(env: Environment): Promise<string> {
  const cards = [env.goodCard, env.badCard].map(({ number }) => number);
  if (!cards.every((card) => mayUse(card, env)))
    throw new Error(
      `E2E_GOOD_CARD or E2E_BAD_CARD is not a test card. Cards of another processor's test system are allowed for one ` +
        `host: E2E_ALLOWED_CARDS=${new URL(env.address).host}=number,number`,
    );
  const handshake = await readEnvironment(env);
  if (handshake === CONFIRMED && !cards.every(isTestCard))
    throw new Error(`E2E_ALLOWED_CARDS needs a storefront whose handshake promises fake payments; this one has none.`);
  return handshake;
}

/** Returns whether a number is on the test list. */
export function isTestCard(card: string): boolean {
  return TEST_LIST.test(digitsOf(card));
}

/** Returns whether the suite may type this card: it is on the test list, or E2E_ALLOWED_CARDS allows it at this host. */
export function mayUse(card: string, { address, allowedCards = "" }: Pick<Environment, "address" | "allowedCards">) {
  const [host, numbers = ""] = allowedCards.split("=");
  return isTestCard(card) || (host === new URL(address).host && numbers.split(",").includes(digitsOf(card)));
}

/** Reads the storefront's environment and describes it. Throws, with the reason, unless it is a test system. */
export async function readEnvironment(env: Environment): Promise<string> {
  const { host } = new URL(env.address);
  const answer = await openStorefront(env).fetch(PATH);
  refuseWhatIsInFront(answer, env);
  if (answer.ok) {
    const body: unknown = await answer.json().catch(() => undefined);
    if (isTestSystem(body)) return `${body.environment}, payments ${body.payments}`;
    throw new Error(`${host} does not say that it is a test system: ${JSON.stringify(body)}.${remedyFor(body)}`);
  }
  if (answer.status === 404 && env.confirmHost === host) return CONFIRMED;
  throw new Error(refusalOf(answer, env));
}

const digitsOf = (card: string): string => card.replace(/\D/g, "");

function refuseWhatIsInFront({ status, headers }: Response, { basicLogin }: Environment): void {
  if (status === 407)
    throw new SettingError("proxy", "the proxy answers 407; put its user and password into the address.");
  if (status !== 401) return;
  if (basicLogin !== undefined)
    throw new SettingError("basicLogin", `HTTP Basic refuses ${basicLogin.user} (401); correct it.`);
  throw new SettingError("basicLogin", `a login is asked for (401, ${headers.get("www-authenticate")}).`);
}

/** Returns why there is no handshake. Only a host that answers 404 can be confirmed by name. */
function refusalOf({ status, headers }: Response, { address }: Environment): string {
  const { host, pathname } = new URL(address);
  const answered = `${host} has no handshake at ${PATH} (status ${status}).`;
  const location = headers.get("location");
  if (location !== null && URL.canParse(location, address))
    return `${answered} It redirects to ${new URL(location, address).origin}: name the address that redirects nowhere.`;
  if (status !== 404) return `${answered} Is the storefront up?`;
  if (pathname !== "/") return `${answered} Name the address without ${pathname}.`;
  return `${answered} If it is a test system, confirm it by name: E2E_CONFIRM_HOST=${host}`;
}

/** Returns a hint for the operator when only the declaration of the payments is missing. */
function remedyFor(body: unknown): string {
  const { payments } = Object(body) as { payments?: unknown };
  return payments === "unknown" ? " If no real card is ever charged there, start it with FOYER_PAYMENTS=fake." : "";
}

type TestSystem = { readonly environment: "sandbox" | "uat"; readonly payments: "fake" };

function isTestSystem(body: unknown): body is TestSystem {
  const { environment, payments } = Object(body) as { environment?: unknown; payments?: unknown };
  return (environment === "sandbox" || environment === "uat") && payments === "fake";
}

if (import.meta.main) {
  try {
    const { address } = configuration();
    // Without an address a run starts a sandbox, so only the settings can be wrong.
    if (address !== undefined) await refuseUnlessTestSystem(environment());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
