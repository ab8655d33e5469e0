export type Address = {
  readonly streetAddress1?: string;
  readonly streetAddress2?: string;
  readonly city?: string;
  readonly postcode?: string;
  readonly state?: string;
  readonly country?: string;
};

export type Venue = {
  readonly id: number;
  readonly name: string;
  readonly address: Address;
  /** IANA name, such as Pacific/Auckland. */
  readonly timeZone: string;
  /** A page with a map. `null`: the organiser named none. */
  readonly mapUrl: string | null;
};

export type VenueSection = {
  readonly id: number;
  readonly name: string;
  readonly capacity: number;
  readonly sortIdx: number;
  /** The entrance to it, such as "Door 2, left foyer". `null`: the organiser named none. */
  readonly door: string | null;
};

/** A named set of sections of a venue that can be sold together. */
export type VenueConfiguration = { readonly id: number; readonly name: string; readonly sectionIds: readonly number[] };
