"use server";

import { refresh } from "next/cache";
import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { redirectToTickets, requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { isLocked, needsLock } from "#lib/domain/cart/cart-state.ts";
import { PROOF } from "#lib/domain/proof-of-work.ts";
import { CARD_FIELDS, type CardField, cardSchema } from "#lib/forms/card-schema.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { isLockedFor } from "#lib/purchase/details/locked-for.ts";
import { isTestCard, mayTry } from "#lib/purchase/pay/may-try.ts";
import { payOnce } from "#lib/purchase/pay/pay-once.ts";
import { gate } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { FORM_TOKEN } from "#lib/session/visit/form-token.ts";
import { isShownTotal } from "#lib/session/visit/order-token.ts";
import { paymentOwner } from "#lib/session/visit/payment-owner.ts";
import { amendVisit, keysOf, withNewId } from "#lib/session/visit/visit-cookie.ts";
import { noteCardAnswer } from "#lib/state/declines.ts";
import { Card } from "#lib/ticketing/card.ts";
import { lockCart, unlockCart } from "#lib/ticketing/carts.ts";
import type { PayState } from "./pay-state.ts";
import type { PayRefusalWords } from "./refusals.ts";

/** Pays what the service says is due, once. What was typed into the card's fields is in no answer of this. */
export async function pay(_previous: PayState, form: FormData): Promise<PayState> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const { error: errorWords, refusal } = (await getMessages({ locale })).Pay;
  const words: PayRefusalWords = refusal;

  const checkout = await requireOpenCheckout(locale);
  const { visit, cart } = checkout;
  if (visit.buyer === undefined) return redirect({ href: "/checkout", locale });

  const card = cardSchema(errorWords, new Date()).safeParse(textsOf(typed, CARD_FIELDS));
  if (!card.success) return { fieldErrors: firstErrors(card.error.issues), turn: Date.now() };

  if (cart === undefined || cart.sales.length === 0) return again(words.not_payable);
  const shown = isShownTotal(visit, cart, typed.get(FORM_TOKEN));
  if (shown === "another") return again(words.amount_changed);
  if (shown === "unknown") return again(words.out_of_date);

  const may = await mayTry(cart.id, card.data.number, {
    network: await visitorNetwork(),
    proof: typed.get(PROOF),
  });
  if (may === "too_many_tries") return again(words.too_many_tries);
  // The page's script works it out and sends the form once more.
  if (may !== "yes") return { ...again(words.proof_required), challenge: may.proofRequired };

  if (needsLock(cart)) {
    const lock = await lockCart(cart.id, visit.buyer, locale);
    // A promoter asks something new, or an answer was lost with the hold: the details page says what.
    if (!lock.ok && lock.refusal === "details_refused") return redirect({ href: "/checkout", locale });
    if (!lock.ok && lock.refusal === "cancelled") return again(words.cancelled);
    if (!lock.ok && lock.refusal !== "already_paid") return again(words.not_payable);
  } else if (!(await isLockedFor(cart, visit.buyer))) {
    // Sent again, the details are this buyer's once more; the answers of somebody else stand there to be read.
    return redirect({ href: "/checkout", locale });
  }

  const mine = withNewId(visit, visit);
  const paid = await payOnce(cart, new Card(card.data), paymentOwner(mine));
  // This answer alone carries the id that owns the tickets; a browser that loses it types the Buyer's email.
  if (paid === "paid" || paid === "mixed" || paid === "asked") await amendVisit(mine);
  if (!isTestCard(card.data.number) && (paid === "paid" || paid === "card_refused")) noteCardAnswer(paid !== "paid");
  if (paid === "paid") return redirectToTickets(keysOf({ ...visit, reservations: cart.sales }), locale);
  if (paid === "mixed") return redirect({ href: "/checkout/receipt", locale }, RedirectType.replace);
  if (paid === "asked" || paid === "joined") return redirect({ href: "/checkout/pay/checking", locale });
  if (paid !== "unpaid") return again(words[paid]);

  const left = await checkoutState(new Date());
  if (left.state !== "reserved") return again(words.not_payable);
  // Locked once more it can be paid for, or says why not: something in it was called off after the details were given.
  if (isLocked(left.cart)) await unlockCart(left.cart.id);
  const lock = await lockCart(left.cart.id, visit.buyer, locale);
  return again(!lock.ok && lock.refusal === "cancelled" ? words.cancelled : words.press_again);
}

/** The page is drawn again too, as the total, the clock or the order may have moved. */
function again(message: string): PayState {
  refresh();
  return { fieldErrors: {}, message, turn: Date.now() };
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function firstErrors(issues: readonly Issue[]): Partial<Record<CardField, string>> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}
