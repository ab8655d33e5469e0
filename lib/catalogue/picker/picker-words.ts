import type { Plural } from "#lib/i18n/words.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";

/** All texts of the picker, in the language of its page. */
export type PickerWords = Readonly<Record<PickerWord, string>> & { readonly chosen: Plural };

type PickerWord =
  | "chooseDate"
  | "tickets"
  | "limit"
  | "include"
  | "reserve"
  | "reserving"
  | "reserveFor"
  | "none"
  | "from"
  | "free"
  | "more"
  | "fewer"
  | "selected"
  | "atLimit"
  | "noneLeft"
  | "atZero"
  | "left"
  | "soldOut"
  | "onSaleFrom"
  | "notOnSale"
  | "closed"
  | "cancelled"
  | "withCode"
  | "minimum"
  | "haveCode"
  | "code"
  | "codeHint"
  | "inPrice"
  | "fee"
  | "chooseFirst"
  | "problem"
  | "unknown"
  | "onlyLeft"
  | "overLimit"
  | "notAvailable"
  | "lost"
  | "quantity"
  | "outOfDate"
  | "noCookies"
  | "most"
  | "codePage"
  | "offerOff"
  | "offerPack"
  | "offerTogether"
  | "offerTickets"
  | "offerEvents"
  | "offerSpend"
  | "offerTag"
  | "remind"
  | "nextDate"
  | "merchandise"
  | "nothingOnSale"
  | "yourTime"
  | "allDates"
  | "everyGroup"
  | "monthBefore"
  | "monthAfter"
  | "timesOn"
  | "applyCode"
  | "linkChanged"
  | "linkDateGone"
  | "linkDate"
  | "linkUnknown"
  | "linkState"
  | "linkFewer"
  | "linkLimit"
  | "linkMinimum"
  | "notReserved";

/** The key of the text for a date or a ticket type that cannot be bought. */
export const STATUS_WORDS = {
  SOLD_OUT: "soldOut",
  NOT_ON_SALE: "notOnSale",
  CLOSED: "closed",
  CANCELLED: "cancelled",
} as const satisfies Record<Exclude<SaleStatus, "ON_SALE">, string>;
