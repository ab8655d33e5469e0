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

/** A named set of sections of a venue that can be sold together. */
export type VenueConfiguration = { readonly id: number; readonly name: string; readonly sectionIds: readonly number[] };
