import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log, LogLevel } from "#src/platform/domain/log.ts";
import { count, observe } from "#src/platform/domain/measure.ts";
import type { LabelsOf } from "#src/platform/domain/metrics.ts";

/** A sold-out event refuses thousands of calls a second. More lines than these would tell nothing new and fill the disk. */
const LINES_PER_SECOND = 50;
const SECOND_MS = 1_000;
/** A call that took longer is logged whatever its answer. */
const SLOW_MS = 1_000;

/**
 * Returns a hook that logs each answered call by its route, never by its address, which may hold a key. Calls that are refused,
 * busy or slow are logged from `info` on, at most fifty in a second; the others at `debug`, since the edge logs every request.
 */
export function accessLog(log: Log, nowMs: () => number = () => performance.now()) {
  let since = Number.NEGATIVE_INFINITY;
  let lines = 0;

  function mayLog(): boolean {
    if (nowMs() - since >= SECOND_MS) {
      if (lines > LINES_PER_SECOND) log("info", "Lines of calls were left out.", { lines: lines - LINES_PER_SECOND });
      since = nowMs();
      lines = 0;
    }
    lines += 1;
    return lines <= LINES_PER_SECOND;
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const level = levelOf(reply);
    if (level !== "debug" && !mayLog()) return;
    log(level, "A call was answered.", {
      request: request.id,
      call: `${request.method} ${request.routeOptions.url ?? "of no route"}`,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  };
}

function levelOf({ statusCode, elapsedTime }: FastifyReply): LogLevel {
  if (statusCode === 503) return "warn";
  return statusCode >= 400 || elapsedTime >= SLOW_MS ? "info" : "debug";
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The declared path of a call. Routes without it are not measured. */
    readonly operation?: string;
  }
}

const MS_PER_SECOND = 1_000;

type Labels = LabelsOf<"foyer_service_calls_total">;

/** Measures every declared call by its declared path, never by its address, which may hold a key. */
export function measureCalls(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation !== undefined) {
      const method = request.method as Labels["method"];
      const status = `${Math.floor(reply.statusCode / 100)}xx` as Labels["status"];
      count("foyer_service_calls_total", { operation, method, status });
      observe("foyer_service_call_seconds", { operation, method }, reply.elapsedTime / MS_PER_SECOND);
    }
    done();
  });
}
