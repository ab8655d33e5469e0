import type { Month } from "./day.ts";
import type { Venue } from "./venue.ts";

/** The filters for upcoming events; the most common first, groups by their first date. */
export type Facets = {
  readonly venues: readonly Venue[];
  readonly tags: readonly string[];
  readonly dateGroups: readonly string[];
  readonly eventGroups: readonly { readonly id: number; readonly name: string; readonly events: number }[];
  /** Months with an upcoming date, in order. */
  readonly months: readonly Month[];
};

/** Returns the shop's time zone: that of the venue with the most events. */
export function shopTimeZone({ venues }: Facets): string {
  return venues[0]?.timeZone ?? "UTC";
}
