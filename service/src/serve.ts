import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { createApp, UNCHECKED_HOST } from "./app.ts";
import { callsOf } from "./calls.ts";
import type { PaymentRuntime } from "./payments/use-cases/payment-runtime.ts";
import { mountDemoPictures } from "./platform/http/other-routes.ts";
import type { Settings } from "./settings.ts";

/** Longer than the idle timeout of any client, so that the client closes the connection. */
const KEEP_ALIVE_MS = 65_000;
/** Bounds how long headers and a whole request may take to arrive, against slow-request attacks. */
const ARRIVAL = { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 };

export type Serving = {
  readonly app: FastifyInstance;
  readonly stop: () => Promise<void>;
  /** Reloads the certificate for new connections. Rejects, and keeps the old one, when certificate and key do not match. */
  readonly renewCertificate: () => Promise<void>;
  /** Returns the certificate that new connections get. */
  readonly certificate: () => Buffer;
  /** Returns why it cannot sell, as `/ready` says it, or `undefined` when it can. */
  readonly whyNotReady: () => Promise<string | undefined>;
};

/** Listens over HTTPS. `around` wraps the request listener. */
export async function serve(
  runtime: PaymentRuntime,
  settings: Settings,
  around: (listener: RequestListener) => RequestListener = (listener) => listener,
): Promise<Serving> {
  let secure = await readCertificate(settings);
  let isDraining = false;
  let listening: Server | undefined;
  const app = createApp(runtime, {
    serverFactory: (handler) => {
      const server = createServer({ ...secure, ...ARRIVAL, ...UNCHECKED_HOST }, around(handler));
      listening = server;
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      return server;
    },
    calls: callsOf(settings),
    isDraining: () => isDraining,
    whyNotReady,
  });
  if (settings.isSandbox) mountDemoPictures(app);
  await app.listen({ host: settings.host, port: settings.port });

  async function whyNotReady(): Promise<string | undefined> {
    return isDraining ? "The service is about to stop." : runtime.whyNotReady();
  }

  /** Answers "not ready" for the drain time, so that no new connection comes, then answers the calls in flight. */
  async function stop(): Promise<void> {
    isDraining = true;
    await pause(settings.drainMs);
    await app.close();
  }

  async function renewCertificate(): Promise<void> {
    const renewed = await readCertificate(settings);
    listening?.setSecureContext(renewed);
    secure = renewed;
  }

  return { app, stop, renewCertificate, certificate: () => secure.cert, whyNotReady };
}

async function readCertificate({ certificateFile, keyFile }: Settings) {
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  return { cert, key, minVersion: "TLSv1.2" } as const;
}
