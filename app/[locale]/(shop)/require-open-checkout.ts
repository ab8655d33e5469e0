import "server-only";

import { RedirectType } from "next/navigation";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { type CheckoutState, checkoutState } from "#lib/purchase/checkout-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { sealDeviceLink } from "#lib/session/links/links.ts";
import { isZero } from "#lib/ticketing/model/money.ts";

/** The page that asks for the Buyer's email before it shows paid tickets. */
export const TICKETS_QUESTION = "/checkout/tickets";

type PaidCheckout = Extract<CheckoutState, { state: "paid" }>;

/** Returns the open checkout, or redirects: to the tickets of a paid one, and to the checking page of one being paid. For actions. */
export async function requireOpenCheckout(locale: Locale): Promise<OpenCheckout> {
  const checkout = await openOrPaidCheckout(locale);
  return checkout.state === "paid" ? redirectToTickets(checkout.saleKeys, locale) : checkout;
}

/**
 * Returns the open checkout, or a paid one, whose page says so while its tickets load: a redirect would leave the page blank until
 * then. Otherwise it redirects.
 */
export async function openOrPaidCheckout(locale: Locale): Promise<OpenCheckout | PaidCheckout> {
  const checkout = await checkoutState(new Date());
  switch (checkout.state) {
    case "empty":
      return redirect({ href: "/cart?unknown=1", locale });
    case "paying":
      return redirect({ href: "/checkout/pay/checking", locale });
    case "partly_paid":
      return redirect({ href: "/checkout/receipt", locale });
    case "email_needed":
      return redirect({ href: TICKETS_QUESTION, locale });
    default:
      return checkout;
  }
}

/**
 * Returns what the payment page shows, or redirects. The actions of that page call it too: if only the page rendered in their
 * response redirected, a browser without script would submit the form again.
 */
export async function requirePayableCheckout(locale: Locale) {
  return payableCheckout(await requireOpenCheckout(locale), locale);
}

/** Returns what the payment page shows of an open checkout, or redirects to the details. */
export function payableCheckout(checkout: OpenCheckout, locale: Locale) {
  const { cart } = checkout;
  const { buyer } = checkout.purchase;
  if (buyer === undefined || cart === undefined || isZero(cart.total)) return redirect({ href: "/checkout", locale });
  return { checkout, buyer, cart };
}

/** Redirects to the tickets, replacing the payment page in the history, so that Back does not lead to it. */
export async function redirectToTickets(saleKeys: readonly string[], locale: Locale): Promise<never> {
  return redirect({ href: `/sales/${await sealDeviceLink(saleKeys)}`, locale }, RedirectType.replace);
}
