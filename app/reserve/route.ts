import { reasonOf } from "#app/refusal-reasons.ts";
import { BYTES_MAX, fieldsOf, joinedWith, ticketsUrlWithReason } from "#app/reserve/form.ts";
import { reserve } from "#lib/cart/reserving/reserve.ts";
import { parseReserveForm } from "#lib/cart/reserving/reserve-form.ts";
import { cookiesRefusedAddress, parseLines } from "#lib/catalogue/event-link.ts";
import { type Locale, localeOf } from "#lib/i18n/routing.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { PROOF } from "#lib/security/proof/proof-of-work.ts";
import { refuseForeignOrigin } from "#lib/security/same-origin.ts";
import { HAND_OFF, openHandOff, sealHandOff } from "#lib/session/hand-off.ts";
import { storeHandOff } from "#lib/session/hand-off-cookie.ts";
import { isFault } from "#lib/ticketing/client/fault.ts";
import { lineAddress } from "#lib/waiting-room/line-address.ts";

/**
 * Takes a frame's form at top level, reserves the tickets and redirects to the details. Where the visitor has a Cart, a
 * page of ours submits the form once, so that no foreign page can change a Cart; the tickets are added to those already
 * reserved. When it fails, it redirects to the page of the event's tickets, with the same ones selected and the reason.
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
    // The form has left the frame: the visitor gets the page of the tickets with theirs selected, not a bare error.
    if (isFault(fault)) return seeOther(ticketsUrlWithReason(fieldsOf(posted), locale, { why: "not_confirmed" }));
    throw fault;
  }
}

async function reservedTickets(posted: FormData, locale: Locale): Promise<Response> {
  const token = posted.get(HAND_OFF);
  const now = new Date();
  const before = await checkoutState(now);
  const purchase = "purchase" in before ? before.purchase : undefined;
  const handedOff = typeof token === "string" ? await openHandOff(purchase, token) : undefined;
  const fields = handedOff ?? fieldsOf(posted);
  // An expired hand-off preselects on the page of the tickets, and reserves nothing.
  if (token !== null && handedOff === undefined)
    return seeOther(ticketsUrlWithReason(fields, locale, { why: "not_confirmed" }));
  // A cart, if there is one, has nothing to get.
  if (parseLines(fields).length === 0) return seeOther(ticketsUrlWithReason(fields, locale, { why: "nothing_chosen" }));
  const handOff = async (page: string) => {
    const sealed = await sealHandOff(purchase, fields);
    // More tickets than a cookie holds: nothing was sent.
    if (sealed === undefined) return seeOther(ticketsUrlWithReason(fields, locale, { why: "refused" }));
    await storeHandOff(sealed);
    return seeOther(page);
  };
  if (purchase !== undefined && before.state === "reserved" && handedOff === undefined)
    return handOff(`/${locale}/hand-off`);

  const proof = posted.get(PROOF);
  const reserved = handedOff && before.state === "reserved" ? liveSales(before.cart, now) : [];
  const form = new FormData();
  for (const [name, value] of joinedWith(fields, reserved)) form.append(name, value);
  const wanted = parseReserveForm(form);
  const outcome = await reserve(wanted, proof, now);
  // The proof of work is done on a page of ours, once; a refused proof leads back to the event.
  if (outcome.result === "limited" && outcome.challenge !== undefined && proof === null)
    return handOff(`/${locale}/hand-off?prove=1`);
  if (outcome.result === "in_line") return seeOther(`/${locale}${lineAddress(wanted.eventId ?? 0, form, outcome.why)}`);
  if (outcome.result === "refused" && outcome.refusal === "no_cookies")
    return seeOther(`/${locale}${cookiesRefusedAddress(wanted.eventId ?? 0, form)}`);
  // The page of the event would offer a second try.
  if (outcome.result === "refused" && outcome.refusal === "maybe_reserved")
    return seeOther(`/${locale}/events/${wanted.eventId ?? 0}/tickets?reserved=maybe`);
  switch (outcome.result) {
    case "reserved":
      return seeOther(`/${locale}/checkout`);
    case "paying":
      return seeOther(`/${locale}/checkout/pay/checking`);
    case "partly_paid":
      return seeOther(`/${locale}/checkout/receipt`);
    default:
      return seeOther(ticketsUrlWithReason(fields, locale, reasonOf(outcome)));
  }
}

function seeOther(path: string): Response {
  return answer(303, { Location: path });
}

function answer(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
