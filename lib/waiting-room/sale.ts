import { type Offering, ticketTypesOf } from "#lib/ticketing/model/offering.ts";

/** How far the sale of an event is, over all its dates. Only the service's clock decides it. */
export type Sale = {
  readonly state: "not_begun" | "open" | "sold_out" | "over";
  /** The next start of a sale, as the service names it. */
  readonly startsAt?: string;
};

export function saleOf({ groups }: Pick<Offering, "groups">): Sale {
  const presales = groups.filter(isPresale);
  const has = (status: string) => groups.some((group) => group.saleStatus === status && !presales.includes(group));
  if (has("ON_SALE")) return { state: "open" };
  if (has("NOT_ON_SALE") || presales.length > 0) {
    const [startsAt] = groups
      .flatMap((group) => [
        // A presale has begun already.
        presales.includes(group) ? undefined : group.onSaleFrom,
        ...ticketTypesOf(group).map((type) => (type.saleStatus === "NOT_ON_SALE" ? type.onSaleFrom : undefined)),
      ])
      .filter((at) => at !== undefined)
      .toSorted((one, other) => Date.parse(one) - Date.parse(other));
    return { state: "not_begun", ...(startsAt && { startsAt }) };
  }
  return { state: has("SOLD_OUT") ? "sold_out" : "over" };
}

/** Returns whether only those with a code may buy tickets of a date now, and everybody may later. */
function isPresale(group: Offering["groups"][number]): boolean {
  const types = ticketTypesOf(group);
  const onSale = types.filter(({ saleStatus }) => saleStatus === "ON_SALE");
  return (
    onSale.length > 0 &&
    onSale.every(({ codeRequired }) => codeRequired) &&
    types.some(({ saleStatus, codeRequired }) => saleStatus === "NOT_ON_SALE" && !codeRequired)
  );
}

/** A waiting room opens so long before the sale: whoever came days before would mostly be away when it begins. */
const OPENS_BEFORE_MS = 60 * 60_000;

/** Returns when the waiting room opens; `undefined` when the start of the sale is not known or past. */
export function opensAt({ startsAt }: Sale): Date | undefined {
  return startsAt === undefined ? undefined : new Date(Date.parse(startsAt) - OPENS_BEFORE_MS);
}
