import { BYTES_MAX, backTo, fieldsOf, joinedWith } from "#app/reserve/form.ts";
import { localeOf } from "#i18n/locale-of.ts";
import type { Locale } from "#i18n/routing.ts";
import { liveSales } from "#lib/domain/cart/cart-state.ts";
import { PROOF } from "#lib/domain/proof-of-work.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { type ReserveResult, reserve } from "#lib/purchase/reserve/reserve.ts";
import { parseReserveForm } from "#lib/purchase/reserve/reserve-form.ts";
import { refuseForeignOrigin } from "#lib/security/same-origin.ts";
import { HAND_OFF, openHandOff, sealHandOff } from "#lib/session/hand-off/hand-off.ts";
import { storeHandOff } from "#lib/session/hand-off/hand-off-cookie.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";

/**
 * Takes the frame's form in the whole window: holds the tickets and goes on to the details. Into a Cart that is there
 * already they go by way of a page of ours, which sends them on once; so no foreign page changes what somebody holds.
 * There they join what is reserved, of the same event as well.
 * If it does not work, the event's page has the same tickets chosen and says what is wrong with them.
 */
export async function POST(request: Request): Promise<Response> {
  const closed = refuseForeignOrigin(request);
  if (closed) return closed;
  if (Number(request.headers.get("content-length") ?? BYTES_MAX + 1) > BYTES_MAX) return answer(413);
  const posted = await request.formData().catch(() => undefined);
  if (posted === undefined) return answer(400);

  const locale = localeOf(posted);
  try {
    return await reservedTickets(posted, locale);
  } catch (fault) {
    // The frame is gone by now: whoever pressed gets a page that has their tickets chosen, and no bare error.
    if (fault instanceof TicketingFault) return seeOther(backTo(fieldsOf(posted), locale));
    throw fault;
  }
}

async function reservedTickets(posted: FormData, locale: Locale): Promise<Response> {
  const token = posted.get(HAND_OFF);
  const now = new Date();
  const before = await checkoutState(now);
  const visit = "visit" in before ? before.visit : undefined;
  const handedOff = typeof token === "string" ? await openHandOff(visit, token) : undefined;
  const fields = handedOff ?? fieldsOf(posted);
  // A hand-off that no longer counts chooses on the event's page, and holds nothing.
  if (token !== null && handedOff === undefined) return seeOther(backTo(fields, locale));
  const handOff = async (page: string) => {
    const sealed = await sealHandOff(visit, fields);
    if (sealed === undefined) return seeOther(backTo(fields, locale));
    await storeHandOff(sealed);
    return seeOther(page);
  };
  if (visit !== undefined && before.state === "reserved" && handedOff === undefined)
    return handOff(`/${locale}/hand-off`);

  const proof = posted.get(PROOF);
  const reserved = handedOff && before.state === "reserved" ? liveSales(before.cart, now) : [];
  const form = new FormData();
  for (const [name, value] of joinedWith(fields, reserved)) form.append(name, value);
  const outcome = await reserve(parseReserveForm(form), proof, now);
  // Worked out on a page of ours, once: a proof that did not count leads back to the event.
  if (outcome.result === "limited" && outcome.challenge !== undefined && proof === null)
    return handOff(`/${locale}/hand-off?prove=1`);
  return seeOther(pageAfter(outcome, locale) ?? backTo(fields, locale));
}

function pageAfter({ result }: ReserveResult, locale: Locale): string | undefined {
  if (result === "reserved") return `/${locale}/checkout`;
  if (result === "paying") return `/${locale}/checkout/pay/checking`;
  return result === "partly_paid" ? `/${locale}/checkout/receipt` : undefined;
}

function seeOther(path: string): Response {
  return answer(303, { Location: path });
}

function answer(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
