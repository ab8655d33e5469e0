import "server-only";

import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import { idOf } from "#lib/telemetry/current-request.ts";
import { isLogged, log } from "#lib/telemetry/log.ts";

/** A request that took longer is logged whatever its answer. */
const SLOW_MS = 2_000;
/** A service that is down fails every page. More lines than these would tell nothing new and fill the disk. */
const LINES_PER_SECOND = 50;
const SECOND_MS = 1_000;

/** Where lines go, which of them are written, and the clock, in milliseconds. */
type Output = { readonly write: typeof log; readonly isWritten: typeof isLogged; readonly nowMs: () => number };
const OWN: Output = { write: log, isWritten: isLogged, nowMs: () => performance.now() };

/**
 * Logs answered requests: those that failed or were slow at `info`, at most fifty in a second, the others at `debug`, since the
 * edge logs every request. Called once at the start.
 */
export function logRequests({ write, isWritten, nowMs } = OWN): void {
  const started = new WeakMap<object, number>();
  const leftOut = (lines: number) => write("info", "Lines of requests were left out.", { lines });
  const mayLog = atMost(LINES_PER_SECOND, leftOut);
  subscribe("http.server.request.start", (message) => {
    const { request } = Object(message);
    if (request instanceof IncomingMessage) started.set(request, nowMs());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = Object(message);
    const start = request instanceof IncomingMessage ? started.get(request) : undefined;
    if (start === undefined || !(response instanceof ServerResponse)) return;
    const ms = Math.round(nowMs() - start);
    const level = response.statusCode >= 500 || ms >= SLOW_MS ? "info" : "debug";
    if (!isWritten(level) || (level === "info" && !mayLog(nowMs()))) return;
    const page = `${request.method} ${patternOf(request.url ?? "")}`;
    write(level, "A request was answered.", { request: idOf(request), page, status: response.statusCode, ms });
  });
}

/** Returns a path with everything but words replaced: a segment may be an id, or a link that opens an order. */
export function patternOf(address: string): string {
  const [path = ""] = address.split("?", 1);
  return path
    .split("/")
    .map((segment) => (/^[a-z][a-z-]{0,20}$|^$/.test(segment) ? segment : "…"))
    .join("/");
}

/** Returns a function that returns true at most `lines` times in a second, and reports later how many calls it refused. */
function atMost(lines: number, report: (refused: number) => void): (nowMs: number) => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (nowMs) => {
    if (nowMs - since >= SECOND_MS) {
      if (count > lines) report(count - lines);
      since = nowMs;
      count = 0;
    }
    count += 1;
    return count <= lines;
  };
}
