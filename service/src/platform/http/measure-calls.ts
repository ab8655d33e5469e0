import type { FastifyInstance } from "fastify";
import { count, observe } from "#src/platform/domain/measure.ts";
import type { LabelsOf } from "#src/platform/domain/metrics.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The declared path of a call. Routes without it are not measured. */
    readonly operation?: string;
  }
}

const MS_PER_SECOND = 1_000;

type Labels = LabelsOf<"foyer_service_calls_total">;

/** Measures every call that is declared: by its declaration, never by its address. */
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
