import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPerSaleService } from "#test/tools/per-sale-service.ts";
import type { ServiceClient } from "./service-client.ts";
import { type Environment, required } from "./target/env.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Starts the built storefront a second time, in front of a ticketing service that pays a cart sale by sale. The worker
 * that uses it starts and stops it.
 */
export async function openPerSaleStorefront(env: Environment, serviceClient: ServiceClient) {
  const { ca: authority = "", badCard } = env;
  const service = await startPerSaleService({ url: required(env, "service"), ca: authority, badCard });
  const data = await mkdtemp(join(tmpdir(), "foyer-foreign-"));
  const { body: login } = await serviceClient.call("GET", "/user/login");
  const accountId = (login.account as { readonly id: number }).id;
  const { body: account } = await serviceClient.call("GET", `/account/${accountId}`);
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const secret = () => randomBytes(32).toString("base64url");
  const cookieKeys = secret();
  const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const parameters = ["--dns-result-order=ipv4first", next, "start", "-p", String(port), "-H", "localhost"];
  const storefront = spawn(process.execPath, parameters, {
    cwd: ROOT,
    stdio: "ignore",
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_ORIGIN: address,
      FOYER_DATA: data,
      COOKIE_KEYS: cookieKeys,
      LINK_KEYS: secret(),
      NEXTAUTH_SECRET: secret(),
      TICKETING_URL: service.url,
      TICKETING_CA: service.ca,
      TICKETING_USER: required(env, "serviceUser"),
      TICKETING_PASSWORD: required(env, "servicePassword"),
      TICKETING_ACCOUNT: String(accountId),
      CURRENCY: String(account.currency),
      GOOD_CARD: env.goodCard,
      BAD_CARD: badCard,
    },
  });

  return {
    address,
    cookieKeys,
    service,
    isReady: async () => (await fetch(`${address}/api/health`).catch(() => undefined))?.status === 200,
    async close(): Promise<void> {
      const ended = once(storefront, "exit");
      storefront.kill();
      await ended;
      await service.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
