import type { Messages } from "next-intl";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";

/** All texts of the picker, in the language of its page. */
export type PickerWords = Messages["Event"]["picker"];

/** The key of the text for a date or a ticket type that cannot be bought. */
export const STATUS_WORDS = {
  SOLD_OUT: "soldOut",
  NOT_ON_SALE: "notOnSale",
  CLOSED: "closed",
  CANCELLED: "cancelled",
} as const satisfies Record<Exclude<SaleStatus, "ON_SALE">, string>;
