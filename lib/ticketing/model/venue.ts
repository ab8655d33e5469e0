export type Venue = {
  readonly id: number;
  readonly name: string;
  /** Street, suburb and city on one line; empty when the service has none. */
  readonly address: string;
  readonly city: string;
  /** IANA name, such as Pacific/Auckland. */
  readonly timeZone: string;
  /** A page with a map, https. */
  readonly mapUrl?: string;
};
