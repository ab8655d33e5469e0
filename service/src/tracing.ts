import { setTracing } from "./platform/domain/trace.ts";
import type { Settings } from "./settings.ts";

/** Starts to send spans when the settings name a collector, and loads nothing of it otherwise. Returns how to stop it. */
export async function startTracingIfAsked(program: string, { traces }: Settings): Promise<() => Promise<void>> {
  if (traces.endpoint === undefined) return async () => {};
  const { startTracing } = await import("./platform/outside/open-telemetry.ts");
  const { tracing, stop } = startTracing(program, traces.endpoint, traces.ratio);
  setTracing(tracing);
  return stop;
}
