"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { isBuyerOf } from "#lib/orders/is-buyer-of.ts";
import { limitKeyOf } from "#lib/orders/order.ts";
import { replaceLink } from "#lib/orders/replace-link.ts";
import { openTickets, type TicketedSale } from "#lib/orders/tickets.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { foundLinkEnd } from "#lib/session/links/found-link.ts";
import { withinLimits } from "#lib/state/limits.ts";

type NewLinkForm = { readonly email: string };

/** Revokes all links to these sales and shows a new one, for a visitor with a link who knows the Buyer's email. */
export async function makeNewLink(_previous: FormState<NewLinkForm>, form: FormData): Promise<FormState<NewLinkForm>> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  return answeredAction(
    () => replaceFor(typed),
    () => unansweredState(typed, textsOf(typed, ["email"])),
  );
}

async function replaceFor(typed: FormData): Promise<FormState<NewLinkForm>> {
  const locale = localeOf(typed);
  const t = await getTranslations({ locale, namespace: "NewLink" });
  const { email = "" } = textsOf(typed, ["email"]);
  const link = String(typed.get("link") ?? "");
  const sales = await openTickets(link);
  if (sales === undefined)
    return redirect({ href: `/sales/${encodeURIComponent(link)}`, locale }, RedirectType.replace);

  const again = { fieldErrors: {}, values: { email }, turn: Date.now() };
  if (email.trim() === "") return { ...again, fieldErrors: { email: t("missing") } };
  if (!(await mayTry(sales))) return { ...again, message: t("tooMany") };
  if (!(await isBuyerOf(sales, email))) return { ...again, fieldErrors: { email: t("wrong") } };

  const keys = sales.map(({ sale }) => sale.key);
  const renewed = await replaceLink(keys, await foundLinkEnd(link));
  return redirect({ href: `/sales/${renewed}`, locale }, RedirectType.replace);
}

async function mayTry(sales: readonly TicketedSale[]): Promise<boolean> {
  return withinLimits({ newLinkPerOrder: limitKeyOf(sales), showTicketsPerNetwork: await visitorNetwork() });
}
