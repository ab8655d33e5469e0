/** When a date holds the venue, and in which configuration. */
export type Arranged = {
  readonly venueConfigurationId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly cancelled: boolean;
};

/**
 * Whether two of these dates overlap in different configurations: then the ballroom and one of the rooms into which it
 * divides would be sold for the same hour. Dates that only touch do not overlap, and one that is called off takes no time.
 */
export function isOversubscribed(dates: readonly Arranged[]): boolean {
  const held = dates
    .filter(({ cancelled }) => !cancelled)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  // Of each configuration the end that reaches furthest: whatever starts before it, in another one, overlaps.
  const endOf = new Map<number, number>();
  for (const { venueConfigurationId, startsAt, endsAt } of held) {
    for (const [other, end] of endOf) {
      if (other !== venueConfigurationId && end > startsAt.getTime()) return true;
    }
    endOf.set(venueConfigurationId, Math.max(endOf.get(venueConfigurationId) ?? 0, endsAt.getTime()));
  }
  return false;
}
