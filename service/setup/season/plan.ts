// The types of a season plan. Days count from the day of the setup, so that a season is always ahead.

import type { RefundPolicy } from "#src/catalogue/domain/event.ts";

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type VenuePlan = {
  readonly name: string;
  readonly timeZone: string;
  readonly mapUrl?: string;
  readonly address: Readonly<Record<"streetAddress1" | "city" | "postcode" | "state" | "country", string>>;
  /** Name and capacity, in display order. */
  readonly sections: Readonly<Record<string, number>>;
  /** The entrances to its sections, by their names. */
  readonly doors?: Readonly<Record<string, string>>;
  /** The sections that are sold together. */
  readonly configurations: Readonly<Record<string, readonly string[]>>;
};

export type DatePlan = {
  /** The number of weeks ahead; 1 is next week. */
  readonly week: number;
  readonly day: (typeof DAYS)[number];
  readonly at: string;
  readonly until?: string;
  readonly label?: string;
  readonly group?: string;
  readonly isCancelled?: boolean;
  /** For all ticket types of the date. */
  readonly onSaleInDays?: number;
};

export type TicketTypePlan = {
  readonly name: string;
  readonly section: string;
  readonly price: string;
  readonly fee: string;
  readonly description?: string;
  readonly allocation?: number;
  readonly least?: number;
  readonly most?: number;
  readonly needsCode?: boolean;
  /** Shown only with a code. */
  readonly isHidden?: boolean;
  readonly tags?: readonly string[];
  readonly page?: "TICKETS" | "MERCHANDISE";
  readonly onSaleInDays?: number;
};

export type FieldPlan = {
  readonly name: string;
  readonly label: string;
  readonly inputType: "AUTOCOMPLETE" | "TEXT" | "TEXTAREA" | "DATE" | "SELECT";
  readonly fieldType?: "NAME";
  readonly askedOf?: "BUYER" | "GUEST";
  /** Their names. Empty: all. */
  readonly ticketTypes?: readonly string[];
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  readonly lengthMax?: number;
  /** The name of an earlier question, and the answers to it that show this one. */
  readonly parent?: string;
  readonly parentAnswers?: readonly string[];
};

export type EventPlan = {
  readonly name: string;
  readonly venue: string;
  readonly configuration: string;
  /** Absent: the account's. */
  readonly currency?: string;
  readonly abstract: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly ageLimit?: string;
  readonly refunds?: RefundPolicy;
  /** How long before the start of each date the doors open. */
  readonly doorsMinutesBefore?: number;
  readonly qrType?: "A" | "B";
  readonly termsUrl?: string;
  readonly fields?: readonly FieldPlan[];
  readonly dates: readonly DatePlan[];
  readonly ticketTypes: readonly TicketTypePlan[];
  /** Texts between the ticket types, on every date. */
  readonly copies?: readonly {
    readonly text: string;
    readonly page?: "TICKETS" | "MERCHANDISE";
    readonly sortIdx: number;
  }[];
  /** Sold by the setup, for the date with this index. */
  readonly sold?: readonly { readonly date: number; readonly ticketType: string; readonly quantity: number }[];
};

export type GroupPlan = {
  readonly name: string;
  readonly abstract: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The names of its events, in display order. */
  readonly events: readonly string[];
};

export type DiscountPlan = {
  readonly name: string;
  readonly kind: "TICKET" | "ORDER" | "FESTIVAL" | "MULTIPACK";
  readonly percentage?: number;
  readonly amount?: string;
  readonly events?: readonly string[];
  readonly group?: string;
  readonly tag?: string;
  readonly quantity?: number;
  readonly minimumEvents?: number;
  /** With codes, it applies only to carts with one of them. */
  readonly codes?: readonly { readonly text: string; readonly maximumUses?: number }[];
};

/** A booking or reveal code of this event. */
export type OpeningCodePlan = { readonly text: string; readonly kind: "BOOKING" | "REVEAL"; readonly event: string };

/** The seller's details that buyers see. */
export type SellerPlan = Readonly<
  Record<"legalName" | "supportEmail" | "termsUrl" | "privacyUrl" | "refundPolicyUrl", string>
>;

export type SeasonPlan = {
  readonly seller?: SellerPlan;
  readonly venues: readonly VenuePlan[];
  readonly events: readonly EventPlan[];
  readonly groups: readonly GroupPlan[];
  readonly discounts?: readonly DiscountPlan[];
  readonly openingCodes?: readonly OpeningCodePlan[];
};

/** Returns dates at the same time on several days of several weeks. */
export function run(
  weeks: readonly number[],
  days: readonly DatePlan["day"][],
  times: Omit<DatePlan, "week" | "day">,
): readonly DatePlan[] {
  return weeks.flatMap((week) => days.map((day) => ({ week, day, ...times })));
}
