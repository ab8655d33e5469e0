import { type Offering, ticketTypesOf } from "#lib/ticketing/model/offering.ts";

/** How far the sale of an event is, over all its dates. Only the service's clock decides it. */
export type Sale = {
  readonly state: "not_begun" | "open" | "sold_out" | "over";
  /** The next start of a sale to everybody, as the service names it. */
  readonly startsAt?: string;
};

export function saleOf({ groups }: Pick<Offering, "groups">): Sale {
  const has = (status: string) => groups.some((group) => group.saleStatus === status);
  if (has("ON_SALE")) return { state: "open" };
  if (has("NOT_ON_SALE")) {
    const [startsAt] = groups
      .flatMap((group) => {
        const types = ticketTypesOf(group);
        // What only a code opens never begins for everybody: a line for it would not move.
        if (types.length > 0 && types.every(({ codeRequired }) => codeRequired)) return [];
        const toCome = types.filter(({ saleStatus }) => saleStatus === "NOT_ON_SALE");
        const forAll = toCome.flatMap(({ codeRequired, onSaleFrom }) => (codeRequired ? [] : (onSaleFrom ?? [])));
        // Of a date with tickets that need no code, its own start may be that of its presale.
        return forAll.length > 0 ? forAll : [group.onSaleFrom];
      })
      .filter((at) => at !== undefined)
      .toSorted((one, other) => Date.parse(one) - Date.parse(other));
    return { state: "not_begun", ...(startsAt && { startsAt }) };
  }
  return { state: has("SOLD_OUT") ? "sold_out" : "over" };
}

/** A waiting room opens so long before the sale: whoever came days before would mostly be away when it begins. */
const OPENS_BEFORE_MS = 60 * 60_000;

/** Returns when the waiting room opens; `undefined` when the start of the sale is not known or past. */
export function opensAt({ startsAt }: Sale): Date | undefined {
  return startsAt === undefined ? undefined : new Date(Date.parse(startsAt) - OPENS_BEFORE_MS);
}
