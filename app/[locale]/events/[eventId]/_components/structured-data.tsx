import { type Shown, structuredEvents } from "#app/[locale]/events/[eventId]/structured-events.ts";

/** Structured data for search engines. */
export function StructuredData(shown: Shown) {
  // "<" is escaped: a title could otherwise close the element.
  const text = JSON.stringify(structuredEvents(shown)).replaceAll("<", "\\u003c");
  return <script type="application/ld+json">{text}</script>;
}
