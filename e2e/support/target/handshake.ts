import type { Response } from "undici";
import { areOnTestList, mayUse } from "./cards.ts";
import { type Environment, environment } from "./env.ts";
import { openStorefront, refusalInFront } from "./storefront.ts";
import { timeoutsOf } from "./timeouts.ts";

const CONFIRMED = "none; confirmed by name";

let found: string | undefined;

/** Returns what the handshake of this run found, such as "uat, payments fake"; `undefined` before it. */
export function handshakeFound(): string | undefined {
  return found;
}

/** Stores what the handshake found for the reports. The global setup calls it before the first test. Throws unless the target is a test system. */
export default async function handshake(): Promise<void> {
  found = await refuseUnlessTestSystem(environment());
}

/**
 * Returns the description of the storefront's environment. Throws, with the reason, unless both cards may be used there
 * and the storefront says that it is a test system.
 */
export async function refuseUnlessTestSystem(env: Environment): Promise<string> {
  if (![env.goodCard, env.badCard].every((card) => mayUse(card, env)))
    throw new Error(
      `E2E_GOOD_CARD or E2E_BAD_CARD is not a test card. Cards of another processor's test system are allowed for one ` +
        `host: E2E_ALLOWED_CARDS=${new URL(env.address).host}=number,number`,
    );
  const handshake = await readEnvironment(env);
  if (handshake === CONFIRMED && !areOnTestList(env))
    throw new Error(`E2E_ALLOWED_CARDS needs a storefront whose handshake promises fake payments; this one has none.`);
  return handshake;
}

/** Reads the storefront's environment and describes it. Throws, with the reason, unless it is a test system. */
export async function readEnvironment(env: Environment): Promise<string> {
  const { host } = new URL(env.address);
  const signal = AbortSignal.timeout(timeoutsOf(env).handshake);
  const answer = await openStorefront(env).fetch(PATH, { signal });
  const refusal = refusalInFront(answer, env);
  if (refusal !== undefined) throw refusal;
  if (answer.ok) {
    const body: unknown = await answer.json().catch(() => undefined);
    if (isTestSystem(body)) return `${body.environment}, payments ${body.payments}`;
    throw new Error(`${host} does not say that it is a test system: ${JSON.stringify(body)}.${remedyFor(body)}`);
  }
  if (answer.status === 404 && env.confirmHost === host) return CONFIRMED;
  throw new Error(refusalOf(answer, env));
}

const PATH = "/.well-known/foyer-environment";

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
  if (typeof body !== "object" || body === null) return false;
  const { environment, payments } = body as { environment?: unknown; payments?: unknown };
  return (environment === "sandbox" || environment === "uat") && payments === "fake";
}

if (import.meta.main) {
  try {
    await handshake();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
