import { type Shown, structuredEvents } from "#app/[locale]/events/[eventId]/structured-events.ts";

/** For search engines: not seen, and not run. */
export function StructuredData(shown: Shown) {
  // A title that closes the element would break out of it: no "<" is written as such.
  const text = JSON.stringify(structuredEvents(shown)).replaceAll("<", "\\u003c");
  return <script type="application/ld+json">{text}</script>;
}
