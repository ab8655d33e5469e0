import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** The random ids of traces and spans. Some consist of digits and would look like cards: written with a sign before them they cannot. */
const IDS = /"(traceId|spanId|parentSpanId)":"/g;

/**
 * Runs as a collector of traces during the browser tests (OTLP over HTTP, JSON). It writes each span with its program to a
 * file, which the leak tests search like a log.
 */
const { PORT = "0", SPANS = "" } = process.env;

appendFileSync(SPANS, "");
createServer(async (request, response) => {
  if (request.method === "POST") {
    const { resourceSpans = [] } = Object(await json(request));
    const lines = resourceSpans.map((spans: object) => `${JSON.stringify(spans).replace(IDS, "$&-")}\n`);
    appendFileSync(SPANS, lines.join(""));
  }
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
}).listen(Number(PORT), "127.0.0.1");
