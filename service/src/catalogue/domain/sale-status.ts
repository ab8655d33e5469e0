export const SALE_STATUSES = ["NOT_ON_SALE", "ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

/** The conditions that decide whether a ticket type is on sale. */
export type SaleTerms = {
  /** The event is published. */
  readonly published: boolean;
  /** The event or the date is cancelled. */
  readonly cancelled: boolean;
  /** The organiser closed the sale. */
  readonly closed: boolean;
  readonly onSaleFrom: Date | undefined;
  readonly onSaleTo: Date | undefined;
  /** The end of the date. Tickets are on sale until then. */
  readonly endsAt: Date;
  /** The places free in both the section and the ticket type. */
  readonly free: number;
  /** The fewest tickets that an order may have: where fewer are free, nobody can buy any. */
  readonly minimum: number;
};

/** Returns the sale status. Lists, pages and reservations all use this rule. */
export function saleStatusOf(terms: SaleTerms, now: Date): SaleStatus {
  if (terms.cancelled) return "CANCELLED";
  if (!terms.published) return "NOT_ON_SALE";
  if (terms.closed || terms.endsAt <= now) return "CLOSED";
  if (terms.onSaleTo !== undefined && terms.onSaleTo <= now) return "CLOSED";
  if (terms.onSaleFrom !== undefined && terms.onSaleFrom > now) return "NOT_ON_SALE";
  return terms.free >= terms.minimum ? "ON_SALE" : "SOLD_OUT";
}

/** The order in which statuses of several ticket types win: a date is not "sold out" while another sale is still to begin. */
const BY_PRIORITY = ["ON_SALE", "NOT_ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"] as const;

/** Returns the status of a date from its ticket types', or of an event from its dates'. Without any it is NOT_ON_SALE. */
export function overallStatus(statuses: readonly SaleStatus[]): SaleStatus {
  return BY_PRIORITY.find((status) => statuses.includes(status)) ?? "NOT_ON_SALE";
}
