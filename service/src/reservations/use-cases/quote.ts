import { seesDrafts } from "#src/catalogue/use-cases/events.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type CartLine, type CartPrice, priceWithCodes } from "#src/pricing/domain/cart-price.ts";
import { isOpen, validCodes } from "#src/pricing/domain/code.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import type { Refused, Terms } from "#src/reservations/domain/terms.ts";
import { countByType, mergeLines, overLimit, type WantedTickets } from "#src/reservations/domain/validate.ts";
import { listCartLines } from "#src/reservations/store/cart-prices.ts";
import { findCartState } from "#src/reservations/store/carts.ts";
import { findTerms } from "#src/reservations/store/terms.ts";
import { type AdviceInFull, adviseCart } from "./advise.ts";
import { findTypedCodes } from "./cart-price.ts";
import type { ReservationRequest } from "./reserve/reservation-queue.ts";

type QuoteRequest = Pick<ReservationRequest, "caller" | "eventId" | "wanted" | "cartKey" | "replaces"> & {
  readonly codes: readonly string[];
};

export type Quote = {
  readonly currency: string;
  readonly price: CartPrice;
  readonly advice: readonly AdviceInFull[];
};

type QuoteRefusal =
  | { readonly refusal: "no_such_event" | "no_such_cart" }
  | { readonly refusal: "refused"; readonly rows: readonly Refused[] };

/** Returns the price of a selection together with the cart. Takes neither places nor uses of codes. */
export async function quote(
  runtime: Runtime,
  { caller, eventId, wanted, cartKey, replaces = [], codes }: QuoteRequest,
): Promise<Outcome<{ readonly quote: Quote }, QuoteRefusal>> {
  const { db } = runtime;
  const accountId = caller.account.id;
  const ids = wanted.map(({ ticketTypeId }) => ticketTypeId);
  const terms = await findTerms(db, eventId, ids);
  if (terms?.accountId !== accountId || !(terms.published || seesDrafts(caller)))
    return { ok: false, refusal: "no_such_event" };
  if (cartKey !== undefined && (await findCartState(db, accountId, cartKey)) === undefined)
    return { ok: false, refusal: "no_such_cart" };

  const inCart =
    cartKey === undefined
      ? []
      : (await listCartLines(db, accountId, cartKey, 0)).filter(
          (line) => !line.expired && !(line.eventId === eventId && replaces.includes(line.saleKey)),
        );
  const { currency, now } = terms;
  if (inCart.some((line) => line.currency !== currency)) {
    return { ok: false, refusal: "refused", rows: [{ code: "MIXED_CURRENCY", path: "multiOrderKey" }] };
  }
  const typed = await findTypedCodes(db, accountId, cartKey, codes);
  const good = validCodes(typed, now);

  const own = linesOf(terms, wanted);
  const missing = wanted.flatMap(({ ticketTypeId }, index): readonly Refused[] => {
    const line = own.find((one) => one.ticketTypeId === ticketTypeId);
    // A hidden ticket type is answered as unknown unless a code reveals it.
    const isSeen = line !== undefined && isOpen({ ...line, codeRequired: false }, good);
    return isSeen ? [] : [{ code: "NOT_FOUND", path: `tickets[${index}].ticketType`, ticketType: ticketTypeId }];
  });
  if (missing.length > 0) return { ok: false, refusal: "refused", rows: missing };

  const merged = mergeLines(wanted).flatMap(({ ticketTypeId, ...line }) => {
    const type = terms.ticketTypes.get(ticketTypeId);
    return type ? [{ type, ...line }] : [];
  });
  const over = overLimit(terms, merged, countByType(inCart), false);
  if (over.length > 0) return { ok: false, refusal: "refused", rows: over };

  const lines = [...inCart, ...own];
  const discounts = await listEnabledDiscounts(db, accountId);
  const price = priceWithCodes(lines, { discounts, typed, currency, now });
  const advice = await adviseCart(runtime, { accountId, currency, lines, rules: price.rules });
  return { ok: true, quote: { currency, price, advice } };
}

function linesOf(terms: Terms, wanted: readonly WantedTickets[]): readonly CartLine[] {
  return wanted.flatMap(({ ticketTypeId, quantity }, index) => {
    const type = terms.ticketTypes.get(ticketTypeId);
    return type ? [{ ...type, id: `new:${index}`, eventId: terms.eventId, ticketTypeId, quantity }] : [];
  });
}
