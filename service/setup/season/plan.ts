// How a season is written down: days are counted from the day it is planted, so it is always ahead.

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type VenuePlan = {
  readonly name: string;
  readonly timeZone: string;
  readonly address: Readonly<Record<"streetAddress1" | "city" | "postcode" | "state" | "country", string>>;
  /** Name and capacity, in the order to show them. */
  readonly sections: Readonly<Record<string, number>>;
  /** Which sections are sold side by side. */
  readonly configurations: Readonly<Record<string, readonly string[]>>;
};

export type DatePlan = {
  /** So many weeks ahead; 1 is next week. */
  readonly week: number;
  readonly day: (typeof DAYS)[number];
  readonly at: string;
  readonly until?: string;
  readonly label?: string;
  readonly group?: string;
  readonly isCancelled?: boolean;
  /** For all that is sold on it. */
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
  /** Shown to those who have a code for it. */
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
  /** By their names; all where none is named. */
  readonly ticketTypes?: readonly string[];
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  readonly lengthMax?: number;
  /** The name of a question before this one, and which of its answers call for this. */
  readonly parent?: string;
  readonly parentAnswers?: readonly string[];
};

export type EventPlan = {
  readonly name: string;
  readonly venue: string;
  readonly configuration: string;
  /** Absent: the promoter's own. */
  readonly currency?: string;
  readonly abstract: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly qrType?: "A" | "B";
  readonly termsUrl?: string;
  readonly fields?: readonly FieldPlan[];
  readonly dates: readonly DatePlan[];
  readonly ticketTypes: readonly TicketTypePlan[];
  /** Words between the ticket types, on every date. */
  readonly copies?: readonly {
    readonly text: string;
    readonly page?: "TICKETS" | "MERCHANDISE";
    readonly sortIdx: number;
  }[];
  /** Bought already, for the date with this index. */
  readonly sold?: readonly { readonly date: number; readonly ticketType: string; readonly quantity: number }[];
};

export type GroupPlan = {
  readonly name: string;
  readonly abstract: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The names of its events, in the order to show them. */
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
  /** With any, it applies to those who type one. */
  readonly codes?: readonly { readonly text: string; readonly maximumUses?: number }[];
};

/** Lets whoever types it buy, or see, what in this event needs such a code. */
export type OpeningCodePlan = { readonly text: string; readonly kind: "BOOKING" | "REVEAL"; readonly event: string };

/** What buyers are told of who sells. */
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

/** The same hour on several days of several weeks. */
export function run(
  weeks: readonly number[],
  days: readonly DatePlan["day"][],
  times: Omit<DatePlan, "week" | "day">,
): readonly DatePlan[] {
  return weeks.flatMap((week) => days.map((day) => ({ week, day, ...times })));
}
