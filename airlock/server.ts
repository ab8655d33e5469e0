import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Agent } from "node:https";
import { callOf, PROMOTER_CALLS, SHOP_CALLS } from "#lib/ticketing/client/calls.ts";
import { createForwarder } from "./forward.ts";
import { log } from "./log.ts";
import type { AirlockSettings } from "./settings.ts";

/** The owner and the group: the storefront is in the group. */
const SOCKET_MODE = 0o660;
/** Longer than the idle time of the storefront's connections, so that it closes them. */
const KEEP_ALIVE_MS = 65_000;
/** The time for a request to arrive. */
const REQUEST_MS = 15_000;
const IDLE_CHECK_MS = 100;
const REPORT_EVERY_MS = 10_000;

/**
 * Listens for the storefront. A listed call goes to the service with the shop's credential, or with the promoter's that
 * came with it; any other is answered 403 and goes nowhere.
 */
export async function startAirlock(settings: AirlockSettings): Promise<Server> {
  const { listens, account, authorization, ca } = settings;
  const tls = { minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) } as const;
  const agent = new Agent({ keepAlive: true, ...tls });
  const forward = createForwarder(settings.service, tls);
  const shopCallOf = callOf(SHOP_CALLS, account);
  const promoterCallOf = callOf(PROMOTER_CALLS, account);
  const reportRefusal = refusalReports();

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = "", url: path = "", headers } = incoming;
    const own = headers.authorization;
    const call = own === undefined ? shopCallOf(method, path) : promoterCallOf(method, path);
    if (call === undefined) {
      reportRefusal(Date.now());
      incoming.resume();
      outgoing.writeHead(403, { "Content-Type": "application/json" }).end('{"error":"not a call of the shop"}');
      return;
    }
    forward(incoming, outgoing, {
      authorization: own ?? authorization,
      // On a connection that the service has just closed it would be unknown whether a payment was sent.
      agent: call === "payCart" ? new Agent(tls) : agent,
    });
  }

  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS }, onRequest);
  server.on("close", () => agent.destroy());
  if ("path" in listens) rmSync(listens.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(listens, resolve);
  });
  if ("path" in listens) chmodSync(listens.path, SOCKET_MODE);
  return server;
}

/**
 * Ends a server once the calls under way are answered. Connections that are kept open end with their next answer or when
 * they are idle, so that the storefront meets the next airlock, and no new call begins here.
 */
export async function endAfterCalls(server: Server): Promise<void> {
  server.prependListener("request", (_incoming, outgoing) => outgoing.setHeader("Connection", "close"));
  const closing = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closing);
}

/** Returns a function that counts refused requests, and logs their number at most once in ten seconds. */
function refusalReports(): (now: number) => void {
  let count = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (now) => {
    count += 1;
    if (now - reportedAt < REPORT_EVERY_MS) return;
    log("alarm", "Requests that are no call of the shop were refused.", { count });
    reportedAt = now;
    count = 0;
  };
}
