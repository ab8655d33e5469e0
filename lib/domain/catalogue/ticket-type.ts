import { addMoney, type Money } from "#lib/domain/money/money.ts";
import type { SaleStatus } from "./event.ts";
import type { VenueSection } from "./venue-section.ts";

/** What is sold: a price and a fee, for one EventDate in one VenueSection. */
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
  /** Absent when the service does not say. */
  readonly available?: number;
  /** Of those not available, how many are held and may come back. */
  readonly held?: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly codeRequired: boolean;
  /** Shown only because of a code, which the Reservation must then be given too. */
  readonly revealed?: boolean;
};

/** The only price that anybody is shown: nothing is added to it later. */
export function allInPrice({ price, fee }: Pick<TicketType, "price" | "fee">): Money {
  return addMoney(price, fee);
}

/** Few enough left to say so: the number itself, never "selling fast". */
export const FEW_LEFT_MAX = 10;

export function fewLeft({ available, saleStatus }: Pick<TicketType, "available" | "saleStatus">): number | undefined {
  return saleStatus === "ON_SALE" && available !== undefined && available > 0 && available <= FEW_LEFT_MAX
    ? available
    : undefined;
}
