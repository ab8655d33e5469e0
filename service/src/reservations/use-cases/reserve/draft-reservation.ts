import type { Runtime } from "#src/platform/runtime.ts";
import type { PricedLine } from "#src/pricing/domain/engine/rule.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import type { Priced } from "#src/reservations/domain/validate.ts";
import type { Batch } from "#src/reservations/store/take-batch.ts";
import type { PendingRequest } from "./reservation-queue.ts";

export type PricedRequest = {
  readonly pending: PendingRequest;
  readonly priced: Priced;
  /** It starts a cart without codes or an offer, so that its price and the limits of the order depend on its own lines only. */
  readonly isAlone: boolean;
  readonly prices?: readonly PricedLine[];
};

export type Draft = { readonly key: string; readonly cartKey: string; readonly request: PricedRequest };

/** Returns a reservation to write. It has its keys already, so that the answer can be built from it. */
export function draftReservation(runtime: Runtime, request: PricedRequest): Draft {
  return { key: runtime.newSaleKey(), cartKey: request.pending.request.cartKey ?? runtime.newSaleKey(), request };
}

export function batchOf(
  runtime: Runtime,
  terms: Terms,
  drafted: readonly Draft[],
  { takes, isCounted }: Pick<Batch, "takes" | "isCounted">,
): Batch {
  return {
    eventId: terms.eventId,
    accountId: terms.accountId,
    currency: terms.currency,
    reservationSeconds: runtime.limits.reservationSeconds,
    takes,
    isCounted,
    sales: drafted.map(({ key, cartKey, request: { pending, priced } }) => ({
      key,
      cartKey,
      userId: pending.request.caller.id,
      totalMinor: priced.totalMinor,
      source: pending.request.source ?? {},
      lines: priced.lines.map(({ type, quantity }) => ({
        ticketTypeId: type.id,
        ticketTypeName: type.name,
        quantity,
        priceMinor: type.priceMinor,
        feeMinor: type.feeMinor,
      })),
    })),
  };
}

export function reservationOf(
  runtime: Runtime,
  { eventId, eventName, currency }: Terms,
  { key, cartKey, request: { priced } }: Draft,
  expiresAt: Date,
  prices: readonly PricedLine[] = [],
): NewReservation {
  return {
    key,
    cartKey,
    eventId,
    eventName,
    total: { minor: priced.totalMinor, currency },
    expiresAt,
    secondsLeft: runtime.limits.reservationSeconds,
    codes: [],
    lines: priced.lines.map(({ type, quantity }, at) => ({
      ticketTypeId: type.id,
      ticketTypeName: type.name,
      savings: prices[at]?.savings ?? [],
      eventDateId: type.eventDateId,
      eventDateName: type.eventDateName,
      section: type.section,
      quantity,
      price: { minor: type.priceMinor, currency },
      fee: { minor: type.feeMinor, currency },
    })),
  };
}
