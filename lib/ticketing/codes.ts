import "server-only";

import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import { isKnownMissing, MISSING_STATUSES, recordMissing } from "#lib/ticketing/client/extension.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { send } from "#lib/ticketing/client/request.ts";
import type { CodesRefusal } from "#lib/ticketing/model/cart.ts";
import type { CodeAnswer, Quote } from "#lib/ticketing/model/pricing.ts";
import type { SelectionLine } from "#lib/ticketing/model/reservation.ts";
import { codesRefused, type Outcome, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { codesSet, quoted as quoteAnswer } from "#lib/ticketing/wire/purchase/savings.ts";

/** Replaces the codes of a Cart by these, separated by spaces. Its tickets stay reserved, and are priced again. */
export async function setCartCodes(
  cartId: string,
  codes: string,
): Promise<Outcome<{ readonly codes: readonly CodeAnswer[] }, { readonly refusal: CodesRefusal }>> {
  const path = pathTo`/cart/${cartId}/codes`;
  if (path === undefined) return { ok: false, refusal: "reservation_expired" };
  const body = { bookingCode: withPlainDigits(codes) };
  const { status, body: answer } = await send({ name: "setCartCodes", method: "PUT", path, body });
  if (MISSING_STATUSES.includes(status)) {
    const refusal = (await getCart(cartId)) === undefined ? "reservation_expired" : "not_offered";
    return { ok: false, refusal };
  }
  const no = refused.safeParse(answer);
  if (no.success && status < 500) return { ok: false, refusal: codesRefused(no.data) };
  const yes = codesSet.safeParse(answer);
  if (status < 300 && yes.success) return { ok: true, codes: yes.data.codes };
  throw new TicketingFault(`setCartCodes failed with ${status}.`);
}

type Options = {
  readonly cartId?: string | undefined;
  readonly codes?: string | undefined;
  /** Keys of that Cart that these tickets are instead of. */
  readonly replaces?: readonly string[];
};

/** Returns the price of these tickets together with the Cart; `undefined` where the service cannot quote. */
export async function quote(
  eventId: number,
  wanted: readonly SelectionLine[],
  { cartId, codes, replaces }: Options = {},
): Promise<Quote | undefined> {
  const body = {
    event: eventId,
    tickets: wanted.map(({ ticketTypeId, quantity }) => ({ ticketType: ticketTypeId, quantity })),
    bookingCode: codes && withPlainDigits(codes),
    multiOrderKey: cartId,
    replaces,
  };
  if (isKnownMissing("quote")) return undefined;
  const { status, body: answer } = await send({ name: "quote", method: "POST", path: "/quote", body });
  const isRefused = status < 500 && refused.safeParse(answer).success;
  // Our own service answers 404 with a refusal for an unknown event: it has the call.
  if (MISSING_STATUSES.includes(status) && !isRefused) recordMissing("quote");
  if (isRefused || MISSING_STATUSES.includes(status)) return undefined;
  const quoted = quoteAnswer.safeParse(answer);
  if (status < 300 && quoted.success) return quoted.data;
  throw new TicketingFault(`quote failed with ${status}.`);
}
