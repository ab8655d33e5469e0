/** The time in which a date uses the venue, and its configuration. */
export type Arranged = {
  readonly venueConfigurationId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly cancelled: boolean;
};

/**
 * Returns whether two of these dates overlap in different configurations: then a ballroom and one of the rooms into which
 * it divides could be sold for the same time. Dates that only touch do not overlap. Cancelled dates do not count.
 */
export function isOversubscribed(dates: readonly Arranged[]): boolean {
  const byStart = dates
    .filter(({ cancelled }) => !cancelled)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  // The latest end of each configuration: a date that starts before it in another configuration overlaps.
  const endOf = new Map<number, number>();
  for (const { venueConfigurationId, startsAt, endsAt } of byStart) {
    for (const [other, end] of endOf) {
      if (other !== venueConfigurationId && end > startsAt.getTime()) return true;
    }
    endOf.set(venueConfigurationId, Math.max(endOf.get(venueConfigurationId) ?? 0, endsAt.getTime()));
  }
  return false;
}
