import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OtherService } from "./service.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

export const CARDS = { good: "4111 1111 1111 1111", bad: "4111 1111 1111 1103" };

type Options = {
  readonly port?: number;
  readonly output?: "ignore" | "inherit";
  /** Further settings, by their names. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Starts the built storefront in front of the other service. `npm run e2e` and `npm run e2e -- --other-service --serve` make the build. */
export async function startStorefront(
  service: Pick<OtherService, "url" | "ca" | "user" | "password" | "accountId" | "currency">,
  { port: wantedPort, output = "ignore", settings = {} }: Options = {},
) {
  const data = await mkdtemp(join(tmpdir(), "foyer-other-"));
  const port = wantedPort ?? (await freePort());
  const address = `http://localhost:${port}`;
  const secret = () => randomBytes(32).toString("base64url");
  const cookieKeys = secret();
  const parameters = ["--dns-result-order=ipv4first", join(ROOT, "server.ts"), "-p", String(port), "-H", "localhost"];
  const storefront = spawn(process.execPath, parameters, {
    cwd: ROOT,
    stdio: output,
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_PAYMENTS: "fake",
      FOYER_ORIGIN: address,
      FOYER_DATA: data,
      COOKIE_KEYS: cookieKeys,
      LINK_KEYS: secret(),
      NEXTAUTH_SECRET: secret(),
      TICKETING_URL: service.url,
      TICKETING_CA: service.ca,
      TICKETING_USER: service.user,
      TICKETING_PASSWORD: service.password,
      TICKETING_ACCOUNT: String(service.accountId),
      CURRENCY: service.currency,
      TEST_CARDS: `${CARDS.good},${CARDS.bad}`,
      ...settings,
    },
  });

  return {
    address,
    cookieKeys,
    data,
    ended: once(storefront, "exit"),
    isReady: async () => (await fetch(`${address}/api/health`).catch(() => undefined))?.status === 200,
    async close(): Promise<void> {
      if (storefront.exitCode === null && storefront.signalCode === null) {
        const ended = once(storefront, "exit");
        storefront.kill();
        await ended;
      }
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Returns a port that no program uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
