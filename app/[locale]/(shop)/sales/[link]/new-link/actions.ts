"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { requireTicketsOfForm } from "#app/[locale]/(shop)/sales/[link]/tickets-of-form.ts";
import { formAction } from "#app/[locale]/form-action.ts";
import { emailSchema } from "#lib/forms/email-schema.ts";
import { type FormState, firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { isBuyerOf } from "#lib/orders/is-buyer-of.ts";
import { limitKeyOf } from "#lib/orders/order.ts";
import { replaceLink } from "#lib/orders/replace-link.ts";
import { withinLimits } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { foundLinkEnd } from "#lib/session/links/links.ts";

/** Revokes all links to these sales and shows a new one, for a visitor with a link who knows the Buyer's email. */
export const makeNewLink = formAction<FormState<{ readonly email: string }>, "email">(["email"], async (sent) => {
  const { locale, texts } = sent;
  const t = await getTranslations({ locale, namespace: "NewLink" });
  const { link, sales } = await requireTicketsOfForm(sent);
  const typed = emailSchema({ missing: t("missing") }).safeParse(texts);
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  const tries = { newLinkPerOrder: limitKeyOf(sales), showTicketsPerNetwork: await visitorNetwork() };
  if (!(await withinLimits(tries))) return { message: t("tooMany") };
  if (!(await isBuyerOf(sales, typed.data.email))) return { fieldErrors: { email: t("wrong") } };

  const keys = sales.map(({ sale }) => sale.key);
  const renewed = await replaceLink(keys, await foundLinkEnd(link));
  return redirect({ href: `/sales/${renewed}`, locale }, RedirectType.replace);
});
