import type { Month } from "./day.ts";
import type { Venue } from "./venue.ts";

/** By what the events ahead can be told apart; the most common first, groups by their first date. */
export type Facets = {
  readonly venues: readonly Venue[];
  readonly tags: readonly string[];
  readonly dateGroups: readonly string[];
  readonly eventGroups: readonly { readonly id: number; readonly name: string; readonly events: number }[];
  /** Months that have a date ahead, in their order. */
  readonly months: readonly Month[];
};

/** The clock that the shop lives by: that of the venue with the most events. */
export function shopTimeZone({ venues }: Facets): string {
  return venues[0]?.timeZone ?? "UTC";
}
