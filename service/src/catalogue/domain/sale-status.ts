export type SaleStatus = "NOT_ON_SALE" | "ON_SALE" | "SOLD_OUT" | "CLOSED" | "CANCELLED";

/** Everything that decides whether a ticket type can be bought. */
export type SaleTerms = {
  /** The event is shown to the public. */
  readonly published: boolean;
  /** The event or the date was called off. */
  readonly cancelled: boolean;
  /** The promoter ended the sale by hand. */
  readonly closed: boolean;
  readonly onSaleFrom: Date | undefined;
  readonly onSaleTo: Date | undefined;
  /** When the date is over. Late-comers may still buy; nobody buys for yesterday. */
  readonly endsAt: Date;
  /** What section and ticket type both still have. */
  readonly free: number;
};

/** The one rule of what is on sale: shown, listed and reserved by the same answer. */
export function saleStatusOf(terms: SaleTerms, now: Date): SaleStatus {
  if (terms.cancelled) return "CANCELLED";
  if (!terms.published) return "NOT_ON_SALE";
  if (terms.closed || terms.endsAt <= now) return "CLOSED";
  if (terms.onSaleTo !== undefined && terms.onSaleTo <= now) return "CLOSED";
  if (terms.onSaleFrom !== undefined && terms.onSaleFrom > now) return "NOT_ON_SALE";
  return terms.free > 0 ? "ON_SALE" : "SOLD_OUT";
}

/** What may still be had speaks first: with more to come, nobody should read "sold out". */
const MOST_HOPEFUL = ["ON_SALE", "NOT_ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"] as const;

/** The status of a date by its ticket types, and of an event by its dates. With nothing to sell, nothing is on sale. */
export function overallStatus(statuses: readonly SaleStatus[]): SaleStatus {
  return MOST_HOPEFUL.find((status) => statuses.includes(status)) ?? "NOT_ON_SALE";
}
