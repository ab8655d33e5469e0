import { parseEventLink } from "#lib/domain/links/event-link.ts";
import type { Source } from "#lib/domain/links/source.ts";
import { type Arrival, arrive } from "./arrival.ts";
import type { PickerData } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";

export type ByLink = {
  readonly source: Source | undefined;
  readonly code: string;
  /** Whether the link says what to choose, and not merely where it was found. */
  readonly promises: boolean;
  readonly arrive: (data: PickerData) => Arrival;
};

const REFUSED = "refused";

/** Loaded only where the address has a query: most visitors come without. */
export function arrivalOf(search: string, words: PickerWords): ByLink {
  const query = new URLSearchParams(search);
  const link = parseEventLink(query);
  // A frame's form that held nothing comes back like a link. What is missing says more than that it did not work.
  const isRefused = query.has(REFUSED);
  const { eventDateId, dateGroup, wanted, code = "", source } = link;
  return {
    source,
    code,
    promises: eventDateId !== undefined || dateGroup !== undefined || wanted.length > 0 || code !== "",
    arrive: (data) => {
      const arrival = arrive(link, data, words);
      return isRefused && arrival.changes.length === 0 ? { ...arrival, changes: [words.notReserved] } : arrival;
    },
  };
}
