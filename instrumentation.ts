import type { Instrumentation } from "next";

/** Next compiles this file for its edge runtime too, which we do not use and where the settings cannot be read. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { consequencesOf, env, isBuilding, stopUnlessComplete } = await import("#lib/env.ts");
  if (isBuilding()) return;
  stopUnlessComplete();
  const { log } = await import("#lib/log.ts");
  const level = env().FOYER_ENVIRONMENT === "sandbox" ? "info" : "warn";
  for (const consequence of consequencesOf(env())) log(level, consequence);
}

/** Names the fault and the route's pattern: the address itself holds a buyer's secret. */
export const onRequestError: Instrumentation.onRequestError = async (fault, _request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { log } = await import("#lib/log.ts");
  const name = fault instanceof Error ? `${fault.name}: ${fault.message}` : "unknown";
  log("warn", "A page or an action failed.", { fault: name, routePath, routeType });
};
