import type { Instrumentation } from "next";

/** Next compiles this file for its edge runtime too, which we do not use and where the settings cannot be read. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { registered } = await import("./lib/runtime/drain.ts");
  await start().then(registered.resolve, (fault) => {
    registered.reject(fault);
    throw fault;
  });
}

async function start(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { env, isBuilding, stopUnlessComplete } = await import("#lib/env.ts");
  if (isBuilding()) return;
  stopUnlessComplete();
  if (process.env.NODE_ENV === "production") {
    (await import("#lib/telemetry/printed-lines.ts")).logPrintedLines();
    (await import("#lib/telemetry/access-log.ts")).logRequests();
    const { insteadOfNothing } = await import("#lib/catalogue/nothing-there.ts");
    (await import("#lib/runtime/invented-address.ts")).setAddressCheck(insteadOfNothing);
  }
  const { idOfInside } = await import("#lib/waiting-room/id-of-inside.ts");
  (await import("./lib/runtime/load.ts")).setInsideCheck(
    async (cookies, path) => (await idOfInside(cookies, path)) !== undefined,
  );
  const { countedNetworks, networkOfHeaders } = await import("#lib/security/network.ts");
  (await import("#lib/security/requests/reads-in-turn.ts")).setReader({
    networksOf: (forwardedFor) => {
      const network = networkOfHeaders({ get: () => forwardedFor });
      return network === undefined ? [] : countedNetworks(network);
    },
    isOwnPage: (await import("#lib/session/own-pages.ts")).isOwnPage,
    isPromoter: (await import("#lib/promoter/sign-in/promoter-token.ts")).hasSession,
    idOfInside,
  });
  const { OTEL_EXPORTER_OTLP_ENDPOINT, METRICS_ADDRESS } = env();
  if (OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const { startTracing } = await import("./lib/telemetry/open-telemetry.ts");
    startTracing(OTEL_EXPORTER_OTLP_ENDPOINT);
  }
  const { setAccountCurrency } = await import("./lib/ticketing/model/money.ts");
  setAccountCurrency(env().CURRENCY);
  (await import("#lib/i18n/content-language.ts")).setContentLanguage(env().CONTENT_LANGUAGE);
  if (METRICS_ADDRESS !== undefined) {
    const { startMetrics } = await import("./lib/telemetry/metrics-server.ts");
    const { whyNotReady } = await import("#lib/purchase/readiness.ts");
    await startMetrics(METRICS_ADDRESS, async () => (await whyNotReady()).length === 0);
  }
  (await import("#lib/catalogue/follow-changes.ts")).followChanges();
  void (await import("#lib/catalogue/first-look.ts")).lookAtStart();
}

/** Logs the fault and the route's pattern, not the URL: a URL may contain a buyer's secret. */
export const onRequestError: Instrumentation.onRequestError = async (fault, _request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  (await import("#lib/telemetry/log-fault.ts")).logFault(fault, { routePath, routeType });
};
