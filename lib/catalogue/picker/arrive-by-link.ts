import { parseEventLink } from "#lib/catalogue/event-link.ts";
import type { Source } from "#lib/ticketing/model/source.ts";
import { type Arrival, arrive } from "./arrival.ts";
import type { PickerData } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";

export type LinkArrival = {
  readonly source: Source | undefined;
  readonly code: string;
  /** Whether the link preselects something, and does not only name its source. */
  readonly preselects: boolean;
  readonly arrive: (data: PickerData) => Arrival;
};

const REFUSED = "refused";

/** Returns the arrival of a page with a query. Loaded only for pages with a query, which most visits do not have. */
export function arrivalOf(search: string, words: PickerWords): LinkArrival {
  const query = new URLSearchParams(search);
  const link = parseEventLink(query);
  // A form from a frame that could not be reserved returns as a link. What is not available is more useful than a
  // general message.
  const isRefused = query.has(REFUSED);
  const { eventDateId, dateGroup, wanted, code = "", source } = link;
  return {
    source,
    code,
    preselects: eventDateId !== undefined || dateGroup !== undefined || wanted.length > 0 || code !== "",
    arrive: (data) => {
      const arrival = arrive(link, data, words);
      return isRefused && arrival.changes.length === 0 ? { ...arrival, changes: [words.notReserved] } : arrival;
    },
  };
}
