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
};

export type VenueSection = {
  readonly id: number;
  readonly name: string;
  readonly capacity: number;
  readonly sortIdx: number;
};

/** A tag on some sections of a venue: those that can be sold side by side. */
export type VenueConfiguration = { readonly id: number; readonly name: string; readonly sectionIds: readonly number[] };
