/** What a service process of the race is told. */
export type Orders = {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly eventId: number;
  readonly ticketTypeId: number;
  readonly clients: number;
  readonly connections: number;
  /** The negative control: reads, then writes, as if nobody else were there. */
  readonly naive: boolean;
};

/** How often each answer was given: "won", or status and code. */
export type Tally = Record<string, number>;
