import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { freePort } from "#test/free-port.ts";
import { type Killable, killableProgram } from "#test/kills/killable.ts";
import type { OpenShop } from "#test/kills/shop.ts";
import type { KillSystem } from "#test/kills/system.ts";

const ROOT = join(import.meta.dirname, "../../../..");

export type KillStorefront = Killable & { readonly origin: string };

/** Starts the built storefront at this service. `actionsKey` is the key with which it was built. */
export async function startKillStorefront(
  { address, folder }: KillSystem,
  { accountId, user, password }: Pick<OpenShop, "accountId" | "user" | "password">,
  actionsKey: string,
): Promise<KillStorefront> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const key = () => randomBytes(32).toString("base64url");
  const program = killableProgram({
    name: "storefront",
    parameters: [
      "--dns-result-order=ipv4first",
      join(ROOT, "node_modules/next/dist/bin/next"),
      "start",
      "-p",
      String(port),
      "-H",
      "localhost",
    ],
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey,
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_PAYMENTS: "fake",
      FOYER_ORIGIN: origin,
      TRUSTED_HOPS: "1",
      FOYER_DATA: join(folder, "storefront-data"),
      TICKETING_URL: address,
      TICKETING_CA: join(folder, "tls", "ca.pem"),
      TICKETING_USER: user,
      TICKETING_PASSWORD: password,
      TICKETING_ACCOUNT: String(accountId),
      CURRENCY: "AUD",
      COOKIE_KEYS: `${key()},${key()}`,
      LINK_KEYS: `${key()},${key()}`,
      NEXTAUTH_SECRET: key(),
    },
    log: join(folder, "storefront.log"),
    ready: async () => (await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(2_000) })).ok,
  });
  await program.start();
  return { ...program, origin };
}
