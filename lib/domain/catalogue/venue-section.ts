/** A region of the Venue with a capacity of its own. */
export type VenueSection = { readonly id: number; readonly name: string };
