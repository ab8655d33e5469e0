import "server-only";

import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/** The attributes that leave the program. Every other one may hold an address, a key or what a person typed. */
const LISTED =
  /^(foyer\.(request|requests|call|kind|outcome)|http\.(method|route|status_code|request\.method|response\.status_code)|next\.(route|span_type|rsc)|error\.type)$/;

/** A pattern of routes, such as /[locale]/events/[eventId] or /v2/cart/:key. A real address has ids, keys or capitals. */
const ROUTE = /^(\/(\[[\w.]+\]|\([\w.]+\)|:\w+|\{\w+\}|v2|_?[a-z][a-z.-]{0,24}))*\/?$/;

/** The name of a span: words, a method and a pattern of routes. */
const NAME = /^[\w .()-]{1,60}(\/\S*)?$/;

/** Returns an exporter that passes spans of these scopes on, with their listed attributes and without events. */
export function onlyListed(exporter: SpanExporter, scopes: readonly string[]): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans.filter((span) => scopes.includes(span.instrumentationScope.name)).map(listed), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** An event of an exception has its message and its stack, which may quote what was sent, and so may a status. */
function listed(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    name: { value: nameOf(span) },
    attributes: { value: listedAttributes(span.attributes) },
    events: { value: [] },
    links: { value: span.links.map(({ context }) => ({ context })) },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}

function nameOf({ name, attributes }: ReadableSpan): string {
  const [, words = "", route = ""] = /^([^/]*?) ?(\/.*)?$/s.exec(name) ?? [];
  const isPlain = NAME.test(words) && !words.includes("http");
  const plain = isPlain ? words : String(attributes["next.span_type"] ?? "span");
  return ROUTE.test(route) && route !== "" ? `${plain} ${route}` : plain;
}

function listedAttributes(attributes: ReadableSpan["attributes"]): ReadableSpan["attributes"] {
  return Object.fromEntries(
    Object.entries(attributes).filter(
      ([name, value]) => LISTED.test(name) && (!name.endsWith(".route") || ROUTE.test(String(value))),
    ),
  );
}
