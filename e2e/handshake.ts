import { pathToFileURL } from "node:url";
import { type Environment, environment } from "./env.ts";

/** Cards that no bank has issued. A suite that types anything else into a form might pay with it. */
const TEST_CARD = /^4111111111111\d{3}$/;
const HANDSHAKE_MS = 10_000;

/** Playwright runs this before the first test, so that nothing is written to a shop that sells for real. */
export default async function handshake(): Promise<void> {
  await refuseUnlessTestSystem(environment());
}

/** Asks the storefront what it is. Throws, with the reason, unless it says that it is a test system. */
export async function refuseUnlessTestSystem(env: Environment): Promise<void> {
  for (const card of [env.goodCard, env.badCard]) {
    if (!TEST_CARD.test(card.replace(/[ -]/g, ""))) throw new Error("A card was given that is not on the test list.");
  }
  const { host } = new URL(env.address);
  const asked = `${env.address}/.well-known/foyer-environment`;
  const answer = await fetch(asked, { redirect: "manual", signal: AbortSignal.timeout(HANDSHAKE_MS) }).catch(() => {
    throw new Error(`${env.address} does not answer.`);
  });
  if (answer.ok) {
    const said: unknown = await answer.json().catch(() => undefined);
    if (isTestSystem(said)) return;
    throw new Error(`${host} does not say that it is a test system: ${JSON.stringify(said)}`);
  }
  if (answer.status === 404 && env.confirmHost === host) return;
  throw new Error(
    `${host} has no handshake at /.well-known/foyer-environment (status ${answer.status}). ` +
      `If it is a test system all the same, confirm it by name: E2E_CONFIRM_HOST=${host}`,
  );
}

function isTestSystem(said: unknown): boolean {
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
