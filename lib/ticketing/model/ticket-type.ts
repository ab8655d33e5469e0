import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import type { SaleStatus } from "./event.ts";
import type { VenueSection } from "./venue-section.ts";

/** A price and a fee, for one EventDate in one VenueSection. */
export type TicketType = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly section: VenueSection;
  readonly price: Money;
  readonly fee: Money;
  readonly saleStatus: SaleStatus;
  readonly onSaleFrom?: string;
  readonly onSaleTo?: string;
  /** Absent when the service does not return it. */
  readonly available?: number;
  /** Unavailable tickets that are in reservations and may come back. */
  readonly held?: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly codeRequired: boolean;
  /** Visible only with a code, which the Reservation must name as well. */
  readonly revealed?: boolean;
};

/** Returns the price with the fee. It is the only price shown: nothing is added later. */
export function allInPrice({ price, fee }: Pick<TicketType, "price" | "fee">): Money {
  return addMoney(price, fee);
}

/** At most this many tickets left are shown as a number. */
export const FEW_LEFT_MAX = 10;

export function fewLeft({ available, saleStatus }: Pick<TicketType, "available" | "saleStatus">): number | undefined {
  return saleStatus === "ON_SALE" && available !== undefined && available > 0 && available <= FEW_LEFT_MAX
    ? available
    : undefined;
}
