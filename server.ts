/**
 * The storefront's server: a custom server around Next. It makes each request safe (`prepareRequest`) before Next handles it,
 * runs it in a context with its id, and reports its stop before it stops.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import next from "next";
import { finishWork, isDraining, registered, startDraining } from "#lib/runtime/drain.ts";
import { insteadOf } from "#lib/runtime/invented-address.ts";
import { enter, mayReserveNow } from "#lib/runtime/load.ts";
import {
  headersOfEnvironment,
  NO_ROUTE,
  pathOf,
  prepareRequest,
  sendsForm,
  withQueryOf,
} from "#lib/security/incoming-request.ts";
import { readAddresses, readStylesheets } from "#lib/security/requests/addresses.ts";
import { askForCookie } from "#lib/security/requests/ask-for-cookie.ts";
import { readAddressCorrections } from "#lib/security/requests/corrected-address.ts";
import { refuseCostlyForm } from "#lib/security/requests/form-bounds.ts";
import { createHttpServer, sendEarly } from "#lib/security/requests/http-server.ts";
import { isRenderedPerRequest, preparePerRequest } from "#lib/security/requests/per-request.ts";
import { turnToRead } from "#lib/security/requests/reads-in-turn.ts";
import { isBeginning, refuseForLoad, refuseRead } from "#lib/security/requests/refuse-for-load.ts";
import { refuseForeign } from "#lib/security/requests/refuse-foreign.ts";
import { patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";
import {
  acceptedRequestId,
  type PageStatus,
  RETRY_AFTER_SECONDS,
  reservedByRequest,
  runInRequest,
  setId,
  setWithdrawal,
} from "#lib/telemetry/current-request.ts";
import { count } from "#lib/telemetry/metrics.ts";
import { program } from "#lib/telemetry/program.ts";

/**
 * Longer than the edge keeps an idle connection (deploy: 60 s), so that the edge closes it first. With Node's default of five
 * seconds, Node could close a connection just as a request arrives, and the edge must not retry a payment.
 */
const KEEP_ALIVE_MS = 75_000;
const LIMITS = {
  headersMs: 15_000,
  /** Enough for the largest form from a slow phone. */
  requestMs: 60_000,
  checkMs: 5_000,
  keepAliveMs: KEEP_ALIVE_MS,
};
const CLOSE_IDLE_MS = 500;
/** Longer than the longest payment. */
const LONGEST_ANSWER_MS = 36_000;
const MS = 1_000;
const UNAVAILABLE = 503;

const { values } = parseArgs({
  options: {
    port: { type: "string", short: "p", default: "4000" },
    host: { type: "string", short: "H", default: "localhost" },
  },
});
const port = Number(values.port);
program.name = `storefront@${port}`;

// `lib/env.ts` checks them before the first page is rendered.
const {
  FOYER_ENVIRONMENT,
  FOYER_ORIGIN: origin = "",
  HSTS_SUBDOMAINS,
  TRUSTED_HOPS,
  DRAIN_SECONDS = "0",
} = process.env;
const headersOfAll = headersOfEnvironment(FOYER_ENVIRONMENT, HSTS_SUBDOMAINS);
const isDirect = (TRUSTED_HOPS || "direct") === "direct";

const isDevelopment = process.env.NODE_ENV === "development";

const app = next({ dev: isDevelopment, hostname: values.host, port });
const handle = app.getRequestHandler();
/** Only the development server has WebSockets, so production upgrades no connection. */
const server = createHttpServer(answer, LIMITS, headersOfAll, isDevelopment);
const kindOfBuild = readAddresses(import.meta.dirname);
/** The development server finds new pages while it runs. */
const kindOf = isDevelopment ? (path: string) => kindOfBuild(path) ?? "page" : kindOfBuild;
const correctedAddress = readAddressCorrections(import.meta.dirname);
const stylesheets = readStylesheets(import.meta.dirname);

try {
  await app.prepare();
  // Next does not wait for `instrumentation.ts`, and only logs its errors.
  if (!isDevelopment) await registered.promise;
  server.once("error", end);
  server.listen(port, values.host);
} catch (fault) {
  end(fault);
}

function end(fault: unknown): never {
  process.stderr.write(`The storefront could not start: ${fault instanceof Error ? fault.stack : fault}\n`);
  process.exit(1);
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (isDraining()) response.setHeader("Connection", "close");
  const id = acceptedRequestId(request.headers["x-request-id"], !isDirect);
  const early =
    prepareRequest(request, { isDirect, origin, kindOf, correctedAddress }) ??
    refuseForeign(request, origin, stylesheets) ??
    askForCookie(request, origin, Date.now());
  if (early !== undefined) {
    sendEarly(response, early);
    return;
  }
  const form = sendsForm(request) ? "unread" : undefined;
  setId(request, id);
  // A page is rendered completely before its first byte is sent, so its status can still change.
  const setStatus = (status: PageStatus) => {
    response.statusCode = status;
    if (status === UNAVAILABLE) response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  };
  const isDocument = request.headers.rsc === undefined && request.headers["next-action"] === undefined;
  runInRequest({ id, form, setStatus: isDocument ? setStatus : undefined }, () => {
    // A route handler could not read a body that was read ahead. At an address of nothing a page answers.
    const isOfPage = form !== undefined && kindOf(pathOf(request.url)) !== "route";
    answerByPage(request, response, isOfPage).catch((fault: Error) => {
      process.stderr.write(`A request failed: ${fault.stack}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

async function answerByPage(request: IncomingMessage, response: ServerResponse, isForm: boolean): Promise<void> {
  const { method, url, headers } = request;
  const refusal = isForm ? await refuseCostlyForm(request) : undefined;
  if (refusal !== undefined) return sendEarly(response, refusal);
  // The development server is late whenever it compiles.
  const asking = {
    cookies: headers.cookie ?? "",
    path: pathOf(url),
    answer: response,
    hasReserved: reservedByRequest(),
  };
  if (!isDevelopment && isBeginning(request) && !(await mayReserveNow(asking))) {
    count("foyer_storefront_limited_total", { limit: "load" });
    return sendEarly(response, await refuseForLoad(request, stylesheets));
  }
  const isRead = method === "GET" || method === "HEAD";
  const waits = !isDevelopment && isRead && isRenderedPerRequest(asking.path);
  const turn = waits ? await turnToRead(headers, asking.path, response) : undefined;
  if (turn === "refused") count("foyer_storefront_limited_total", { limit: "reads" });
  if (typeof turn === "string") return sendEarly(response, refuseRead(request, stylesheets));
  // Now, since those who wait for their turn are no work.
  if (isMuchWork(asking.path, isForm)) setWithdrawal(enter(response));
  await render(request, response, isRead).finally(turn);
}

async function render(request: IncomingMessage, response: ServerResponse, isRead: boolean): Promise<void> {
  const { url, headers } = request;
  const instead = isRead ? await insteadOf(pathOf(url), headers.cookie ?? "") : undefined;
  if (instead !== undefined && "location" in instead)
    return sendEarly(response, { status: 307, headers: { Location: instead.location } });
  if (instead !== undefined && "status" in instead) return sendEarly(response, NO_ROUTE);
  if (instead !== undefined) request.url = withQueryOf(url, instead.page);
  preparePerRequest(request, response, isDevelopment);
  return handle(request, response);
}

const LINE = patternOf(ROUTES.line);
const PAYMENT = patternOf(ROUTES.payment);

/**
 * Returns whether a request is much work for this process: a form that has arrived, or a page of its own. Not what one visitor's page
 * loads by the dozen, nor the page of a line, nor a payment, which waits for the bank.
 */
function isMuchWork(path: string, isForm: boolean): boolean {
  return isForm ? !PAYMENT.test(path) : isRenderedPerRequest(path) && !LINE.test(path);
}

/** /api/health answers 503 for the drain time, so that a proxy notices the stop before it happens. */
function stop(): void {
  if (isDraining()) return;
  startDraining();
  // A browser that shows a page keeps the development server's socket open.
  if (isDevelopment) process.exit(0);
  setTimeout(() => {
    server.close(async () => {
      await app.close();
      await finishWork();
      process.exit(0);
    });
    // Connections that were in use at `close` become idle after their response.
    setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
    setTimeout(() => server.closeAllConnections(), LONGEST_ANSWER_MS);
  }, Number(DRAIN_SECONDS) * MS);
}
process.on("SIGTERM", stop).on("SIGINT", stop);
