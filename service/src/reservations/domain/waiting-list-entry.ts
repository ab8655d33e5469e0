import type { Money } from "#src/platform/domain/money.ts";

export const ENTRY_STATES = ["UNCONFIRMED", "WAITING", "OFFERED", "RESERVED", "EXPIRED"] as const;
export const ENDED_BY = ["CANCELLED", "OFFER", "OVER", "RESERVATION"] as const;
type EntryState = (typeof ENTRY_STATES)[number];

/** An entry of the waiting list, as its owner sees it. */
export type Entry = {
  readonly id: number;
  readonly key: string;
  readonly event: { readonly id: number; readonly name: string };
  /** Absent: any date of the event. */
  readonly eventDate?: { readonly id: number; readonly name: string };
  readonly quantity: number;
  readonly state: EntryState;
  /** The number of confirmed entries before it that wait for one of its dates. */
  readonly ahead: number;
  readonly offer?: EntryOffer;
  /** Why it has ended: its date or event was cancelled, its offer was not used, its date is over, or the reservation of its offer was not paid. */
  readonly endedBy?: (typeof ENDED_BY)[number];
  /** Whether the tickets of its offer were paid for, once they are reserved. */
  readonly isBought?: boolean;
  /** The start of its date, or of the date of its offer, when it joined, where that has moved since. */
  readonly movedFrom?: Date;
};

/** Places that only this entry can reserve, until they expire. */
export type EntryOffer = {
  readonly key: string;
  readonly quantity: number;
  readonly expiresAt: Date;
  readonly eventDate: { readonly id: number; readonly name: string };
  readonly section: { readonly id: number; readonly name: string };
  /** The ticket types that can be reserved with it. */
  readonly ticketTypes: readonly OfferedType[];
};

type OfferedType = {
  readonly id: number;
  readonly name: string;
  readonly price: Money;
  readonly fee: Money;
  readonly minimum: number;
  /** The most tickets of this type that can be reserved with the offer. */
  readonly maximum: number;
};
