import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTracing } from "#src/platform/domain/trace.ts";
import { startTracing } from "#src/platform/outside/open-telemetry.ts";

/** A span as OTLP writes it in JSON. */
export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links?: readonly { readonly traceId: string }[];
  readonly events?: readonly object[];
};

/** Starts a collector, and sends it the spans of this process until `stop`, which returns them. */
export async function collectSpans(): Promise<{ readonly stop: () => Promise<readonly CollectedSpan[]> }> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = Object(await json(request));
    for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { tracing, stop } = startTracing("test", `http://127.0.0.1:${port}/`, 1);
  setTracing(tracing);
  return {
    stop: async () => {
      setTracing(undefined);
      await stop();
      server.close();
      return spans;
    },
  };
}
