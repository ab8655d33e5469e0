/** A part of the Venue with its own capacity. */
export type VenueSection = { readonly id: number; readonly name: string };
