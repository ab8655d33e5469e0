import "server-only";

import { RedirectType } from "next/navigation";
import { redirect } from "#i18n/navigation.ts";
import type { Locale } from "#i18n/routing.ts";
import { type Standing, standing } from "#lib/purchase/checkout-state.ts";
import { sealSaleLink } from "#lib/session/links/sale-link.ts";

/** Asks whose the paid tickets are, before it shows them. */
export const TICKETS_QUESTION = "/checkout/tickets";

/** A purchase that can go on: the tickets are held, or were. */
export type Underway = Extract<Standing, { at: "held" | "ended" }>;

/** Whoever has paid is shown the tickets, and whoever is paying how it goes: neither ever sees a form again. */
export async function underway(locale: Locale): Promise<Underway> {
  const stand = await standing(new Date());
  switch (stand.at) {
    case "nothing":
      return redirect({ href: "/cart?unknown=1", locale });
    case "paying":
      return redirect({ href: "/checkout/pay/checking", locale });
    case "mixed":
      return redirect({ href: "/checkout/receipt", locale });
    case "paid":
      return toTickets(stand.saleKeys, locale);
    case "email_needed":
      return redirect({ href: TICKETS_QUESTION, locale });
    default:
      return stand;
  }
}

/** In place of the page that paid, so that Back never leads to a form that is done with. */
export async function toTickets(saleKeys: readonly string[], locale: Locale): Promise<never> {
  return redirect({ href: `/sales/${await sealSaleLink(saleKeys)}`, locale }, RedirectType.replace);
}
