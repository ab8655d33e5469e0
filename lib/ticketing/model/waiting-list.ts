import type { Money } from "#lib/ticketing/model/money.ts";

/** The waiting list of an event, before one joins. */
export type WaitingList = {
  /** Whether it can be joined. */
  readonly open: boolean;
  /** The number of confirmed entries. */
  readonly waiting: number;
  /** The numbers of tickets that one entry may have, because an offer could have them. */
  readonly quantities: readonly number[];
  /** The same of each date, where the service says it. */
  readonly dates: readonly { readonly eventDateId: number; readonly quantities: readonly number[] }[];
  /** How long an offer lasts. */
  readonly offerSeconds: number;
};

/** What an entry waits for: tickets of an event, or of one of its dates. */
export type WaitingFor = { readonly eventId: number; readonly eventDateId?: number };

/** A place in line. */
export type WaitingEntry = {
  readonly eventId: number;
  readonly eventName: string;
  readonly eventDateId?: number;
  readonly quantity: number;
  readonly state: "UNCONFIRMED" | "WAITING" | "OFFERED" | "RESERVED" | "EXPIRED";
  /** The entries that get tickets first. */
  readonly ahead: number;
  readonly offer?: WaitingOffer;
  /** Why it has ended, from a service that says so: cancelled, its offer not used, the date is over, or what was reserved was not paid. */
  readonly endedBy?: "CANCELLED" | "OFFER" | "OVER" | "RESERVATION";
  /** Whether the offered tickets were paid for, from a service that says so. */
  readonly isBought?: boolean;
  /** The start of its date when it joined, where that has moved since: ISO 8601. */
  readonly movedFrom?: string;
};

/** Tickets that only one entry can reserve, until they expire. */
export type WaitingOffer = {
  readonly key: string;
  readonly quantity: number;
  readonly expiresAt: string;
  readonly eventDateId: number;
  readonly sectionName: string;
  readonly ticketTypes: readonly WaitingTicketType[];
};

type WaitingTicketType = {
  readonly id: number;
  readonly name: string;
  readonly price: Money;
  readonly fee: Money;
  readonly minimum: number;
  readonly maximum: number;
};

/** Why an address cannot join. */
export type JoinRefusal = "on_sale" | "over_limit" | "no_such_quantity" | "not_on_sale" | "email_refused";

/** Returns the numbers of tickets of which an offer could be, on this date, or on any. */
export function quantitiesOn(
  { quantities, dates }: Pick<WaitingList, "quantities" | "dates">,
  eventDateId: number | undefined,
): readonly number[] {
  if (eventDateId === undefined || dates.length === 0) return quantities;
  // A service that names its dates offers none of any other.
  return dates.find((date) => date.eventDateId === eventDateId)?.quantities ?? [];
}

/** Returns the whole numbers from the first to the last, both included: the quantities to choose from. */
export function quantities(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
