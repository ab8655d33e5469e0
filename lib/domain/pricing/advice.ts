import type { Money } from "#lib/domain/money/money.ts";

/** A rule that nearly applies: what to add, of what can be had now, and what the whole Cart would then save by it. */
export type Advice = {
  readonly rule: string;
  readonly name: string;
  readonly saves: Money;
  readonly missing: readonly Missing[];
};

/** So many tickets of any of these types. */
export type Missing = {
  readonly eventId: number;
  readonly eventName: string;
  readonly eventDateId?: number;
  readonly ticketTypeIds: readonly number[];
  readonly quantity: number;
};
