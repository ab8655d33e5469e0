import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import {
  startMessageCleanUp,
  startReconciler,
  startRefundJobs,
  startRefundReconciler,
  startSweeper,
} from "./background.ts";
import { callsOf } from "./calls.ts";
import { startMail } from "./mail-worker.ts";
import type { PaymentWorld } from "./payments/use-cases/payment-world.ts";
import { mountDemoPictures } from "./platform/http/demo-pictures.ts";
import type { Settings } from "./settings.ts";

/** Longer than the idle timeout of any client, so that the client closes the connection. */
const KEEP_ALIVE_MS = 65_000;
/** Bounds how long a request may take to arrive, against slow-request attacks. */
const REQUEST_MS = 60_000;

export type Serving = { readonly app: FastifyInstance; readonly stop: () => Promise<void> };

/** Listens over HTTPS and starts the background jobs. `around` wraps the request listener. */
export async function serve(
  world: PaymentWorld,
  settings: Settings,
  around: (listener: RequestListener) => RequestListener = (listener) => listener,
): Promise<Serving> {
  const [cert, key] = await Promise.all([readFile(settings.certificateFile), readFile(settings.keyFile)]);
  const app = createApp(
    world,
    (handler) => {
      const server = createServer({ cert, key, minVersion: "TLSv1.2" }, around(handler));
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      server.requestTimeout = REQUEST_MS;
      return server;
    },
    callsOf(settings),
  );
  if (settings.isSandbox) mountDemoPictures(app);
  await app.listen({ host: settings.host, port: settings.port });
  const mail = await startMail(world, settings);
  const background = [
    startSweeper(world),
    startMessageCleanUp(world),
    startReconciler(world),
    startRefundReconciler(world),
    startRefundJobs(world),
    ...(mail ? [mail] : []),
  ];

  const stop = async () => {
    await Promise.all([app.close(), ...background.map((one) => one.stop())]);
  };
  return { app, stop };
}
