import { pathToFileURL } from "node:url";
import { type Environment, environment } from "./env.ts";

/** Cards that no bank has issued. A suite that types anything else into a form might pay with it. */
const TEST_CARD = /^4111111111111\d{3}$/;
const HANDSHAKE_MS = 10_000;

/** Playwright runs this before the first test, so that nothing is written to a shop that sells for real. */
export default async function handshake(): Promise<void> {
  await refuseUnlessTestSystem(environment());
}

/** Throws, with the reason, unless both cards are on the test list and the storefront says that it is a test system. */
export async function refuseUnlessTestSystem(env: Environment): Promise<void> {
  if (![env.goodCard, env.badCard].every(isTestCard)) throw new Error("A card was given that is not on the test list.");
  await askWhatItIs(env);
}

export function isTestCard(card: string): boolean {
  return TEST_CARD.test(card.replace(/[ -]/g, ""));
}

/** Reads the storefront's environment and returns it in words. Throws, with the reason, unless it is a test system. */
export async function askWhatItIs(env: Environment): Promise<string> {
  const { host } = new URL(env.address);
  const asked = `${env.address}/.well-known/foyer-environment`;
  const answer = await fetch(asked, { redirect: "manual", signal: AbortSignal.timeout(HANDSHAKE_MS) }).catch(() => {
    throw new Error(`${env.address} does not answer.`);
  });
  if (answer.ok) {
    const said: unknown = await answer.json().catch(() => undefined);
    if (isTestSystem(said)) return `${said.environment}, payments ${said.payments}`;
    throw new Error(`${host} does not say that it is a test system: ${JSON.stringify(said)}.${remedyFor(said)}`);
  }
  if (answer.status === 404 && env.confirmHost === host) return "none; confirmed by name";
  throw new Error(
    `${host} has no handshake at /.well-known/foyer-environment (status ${answer.status}). ` +
      `If it is a test system all the same, confirm it by name: E2E_CONFIRM_HOST=${host}`,
  );
}

/** Where only the word about payments is missing, its operator can give it. */
function remedyFor(said: unknown): string {
  const { payments } = Object(said) as { payments?: unknown };
  return payments === "unknown" ? " If no real card is ever charged there, start it with FOYER_PAYMENTS=fake." : "";
}

type TestSystem = { readonly environment: "sandbox" | "uat"; readonly payments: "fake" };

function isTestSystem(said: unknown): said is TestSystem {
  if (typeof said !== "object" || said === null) return false;
  const { environment: kind, payments } = said as { environment?: unknown; payments?: unknown };
  return (kind === "sandbox" || kind === "uat") && payments === "fake";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await handshake();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
