type Address = {
  readonly streetAddress1?: string;
  readonly streetAddress2?: string;
  readonly city?: string;
  readonly postcode?: string;
  readonly state?: string;
  readonly country?: string;
};

export type Venue = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly address: Address;
  /** IANA name, such as Pacific/Auckland. */
  readonly timeZone: string;
  /** A page with a map. `null`: the organiser named none. */
  readonly mapUrl: string | null;
};

export type VenueSection = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly capacity: number;
  readonly sortIdx: number;
  /** The entrance to it, such as "Door 2, left foyer". `null`: the organiser named none. */
  readonly door: string | null;
  /** The ids of the sections that share its floor, such as the rooms into which a ballroom divides. */
  readonly overlaps: readonly number[];
};

/** A named set of sections of a venue that can be sold together. */
export type VenueConfiguration = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly sectionIds: readonly number[];
};

export type VenueInFull = Venue & {
  readonly sections: readonly VenueSection[];
  readonly configurations: readonly VenueConfiguration[];
};

/**
 * Returns the pairs of these sections that share their floor, the section that stands later last. A configuration with such a
 * pair is refused, so no event sells both for the same time. Events are not compared with each other: two may even sell one
 * section for the same time, such as a show and its season pass.
 */
export function overlapsAmong(sections: readonly VenueSection[]): readonly (readonly [VenueSection, VenueSection])[] {
  return sections.flatMap((one, at) =>
    sections.slice(0, at).flatMap((before) => (one.overlaps.includes(before.id) ? [[before, one] as const] : [])),
  );
}

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
