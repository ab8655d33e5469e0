import type { Money } from "#lib/ticketing/model/money.ts";

/** A rule that nearly applies: the available tickets to add, and what the whole Cart would then save. */
export type Advice = {
  readonly rule: string;
  readonly name: string;
  readonly saves: Money;
  readonly missing: readonly Missing[];
};

/** `quantity` tickets of any of these types. */
export type Missing = {
  readonly eventId: number;
  readonly eventName: string;
  readonly eventDateId?: number;
  readonly ticketTypeIds: readonly number[];
  readonly quantity: number;
};
