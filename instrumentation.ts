import type { Instrumentation } from "next";
import { isBuilding, stopUnlessComplete } from "#lib/env.ts";
import { log } from "#lib/log.ts";

export function register(): void {
  if (!isBuilding()) stopUnlessComplete();
}

/** Names the fault and the route's pattern: the address itself holds a buyer's secret. */
export const onRequestError: Instrumentation.onRequestError = (fault, _request, { routePath, routeType }) => {
  const name = fault instanceof Error ? `${fault.name}: ${fault.message}` : "unknown";
  log("warn", "A page or an action failed.", { fault: name, routePath, routeType });
};
