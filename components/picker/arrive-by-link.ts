import { parseEventLink } from "#lib/domain/event-link.ts";
import type { Source } from "#lib/domain/source.ts";
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

/** Loaded only where the address has a query: most visitors come without. */
export function arrivalOf(search: string, words: PickerWords): ByLink {
  const link = parseEventLink(new URLSearchParams(search));
  const { eventDateId, dateGroup, wanted, code = "", source } = link;
  return {
    source,
    code,
    promises: eventDateId !== undefined || dateGroup !== undefined || wanted.length > 0 || code !== "",
    arrive: (data) => arrive(link, data, words),
  };
}
