// The types of a season plan. Days count from the day of the setup, so that a season is always ahead.

import type { Account } from "#src/accounts/store/accounts.ts";
import type { InputType } from "#src/catalogue/domain/additional-field.ts";
import type { FieldTerms } from "#src/catalogue/store/additional-fields.ts";
import type { EventTexts } from "#src/catalogue/store/events.ts";
import type { TicketTypeChange } from "#src/catalogue/store/ticket-types.ts";
import type { OfferingCopy } from "#src/offering/domain/offering-copy.ts";
import type { ChangeOf } from "#src/platform/domain/outcome.ts";
import type { DiscountKind } from "#src/pricing/domain/discount.ts";
import type { DiscountTerms } from "#src/pricing/store/discounts.ts";

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
  /** The sections that share the floor of a section, by their names. */
  readonly overlaps?: Readonly<Record<string, readonly string[]>>;
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

export type TicketTypePlan = Pick<TicketTypeChange, "description" | "codeRequired" | "hidden" | "tags" | "kind"> & {
  readonly name: string;
  readonly section: string;
  readonly price: string;
  readonly fee: string;
  readonly allocation?: number;
  readonly least?: number;
  readonly most?: number;
  readonly onSaleInDays?: number | undefined;
};

export type FieldPlan = Pick<FieldTerms, "choices" | "required" | "lengthMax" | "parentAnswers"> & {
  readonly name: string;
  readonly label: string;
  readonly inputType: InputType;
  readonly fieldType?: "NAME";
  readonly askedOf?: "BUYER" | "GUEST";
  /** Their names. Empty: all. */
  readonly ticketTypes?: readonly string[];
  /** The name of an earlier question, whose `parentAnswers` show this one. */
  readonly parent?: string;
};

export type EventPlan = EventTexts & {
  readonly name: string;
  readonly venue: string;
  readonly configuration: string;
  /** Absent: the account's. */
  readonly currency?: string;
  /** How long before the start of each date the doors open. */
  readonly doorsMinutesBefore?: number;
  readonly fields?: readonly FieldPlan[];
  readonly dates: readonly DatePlan[];
  readonly ticketTypes: readonly TicketTypePlan[];
  /** Texts between the ticket types, on every date. */
  readonly copies?: readonly (Pick<OfferingCopy, "text" | "sortIdx"> & Partial<Pick<OfferingCopy, "page">>)[];
  /** Sold by the setup, for the date with this index. */
  readonly sold?: readonly { readonly date: number; readonly ticketType: string; readonly quantity: number }[];
};

export type GroupPlan = {
  readonly name: string;
  readonly abstractText: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The names of its events, in display order. */
  readonly events: readonly string[];
};

export type DiscountPlan = Pick<DiscountTerms, "tag" | "quantity" | "minimumEvents"> & {
  readonly name: string;
  readonly kind: DiscountKind;
  readonly percentage?: number;
  readonly amount?: string;
  readonly events?: readonly string[];
  readonly group?: string;
  /** With codes, it applies only to carts with one of them. */
  readonly codes?: readonly { readonly text: string; readonly maximumUses?: number }[];
};

/** A booking or reveal code of this event. */
export type OpeningCodePlan = { readonly text: string; readonly kind: "BOOKING" | "REVEAL"; readonly event: string };

export type SeasonPlan = {
  /** The seller's details that buyers see. */
  readonly seller?: ChangeOf<Account>;
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

/** The pictures of the demo events, by the event's name. */
const PICTURES: Readonly<Record<string, readonly [file: string, alt: string]>> = {
  "The Lighthouse Keeper’s Daughter": ["lighthouse", "A lighthouse on a rock, its beam in a storm at night"],
  "Late Shift: Stand-up after Ten": ["late-shift", "A microphone in a round light on a brick wall"],
  "The Clockmaker’s Apprentice": ["clockmaker", "Cogwheels of brass, copper and steel"],
  "Te Hau Kāinga: Ngā Waiata o te Pō": ["night-songs", "Matariki above dark hills and a still lake"],
  "東京夜想曲 — Tokyo Nocturne: The Aoi Kisaragi Trio": [
    "tokyo-nocturne",
    "A lit train between houses with neon signs",
  ],
  "ليالي الأندلس — Andalusian Nights with the Zaytuna Ensemble": [
    "andalusian-nights",
    "Striped horseshoe arches with lanterns at sunset",
  ],
  "Small Hours: An Evening with Ngaio Fraser": ["small-hours", "A stool and a guitar on a jetty in the moonlight"],
  "Hinemoa Pryde: The Unplugged Farewell": ["unplugged", "A guitar beside a stool in one warm light"],
  "Two Hundred Voices, One Messiah": ["messiah", "Rows of singers before a golden organ"],
  "The Harbour Cèilidh": ["ceilidh", "Couples dancing under strings of lamps by the water"],
  "Metropolis, with Live Score": ["metropolis", "Searchlights between tall towers with lit windows"],
  "Dawn Chorus: A Walk for Ears": ["dawn-chorus", "Birds above misty hills at sunrise"],
  "Long Light: Half Past Anything": ["half-past", "A microphone in beams of sunlight in a wooden shed"],
  "Long Light: The Last Boat Home": ["last-boat", "A ferry with lit windows before the setting sun"],
  "Dry Creek Stories": ["dry-creek", "People around a campfire under the stars"],
  "The Glass Circus": ["glass-circus", "An acrobat hangs from a trapeze above green bottles"],
  "Saturday Matinee Club": ["matinee", "A red theatre curtain with footlights"],
};

/** Returns an event's picture as its path at the service, and what it shows. */
export function demoPicture(eventName: string): { readonly heroImageUrl?: string; readonly heroImageAlt?: string } {
  const picture = PICTURES[eventName];
  return picture === undefined ? {} : { heroImageUrl: `/pictures/demo/${picture[0]}.jpg`, heroImageAlt: picture[1] };
}
