"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import type { FormState } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { confirmReplyAddress } from "#lib/ticketing/mail-links.ts";

/** Confirms the address to which a link was mailed, which uses the link up. */
export const confirmReplies = formAction<FormState<object>>([], async ({ form, locale }) => {
  const t = await getTranslations({ locale, namespace: "ReplyAddress" });
  if (!(await withinLimit("useMailedLinkPerNetwork", await visitorNetwork()))) return { message: t("tooMany") };
  const link = String(form.get("link"));
  const used = await confirmReplyAddress(link);
  if (!used.ok && used.problems.some(({ reason }) => reason === "too_many")) return { message: t("tooMany") };
  if (!used.ok) return { message: `${t("ended")}. ${t("endedText")}` };
  return redirect({ href: "/promoter/sign-in/replies/confirmed", locale }, RedirectType.replace);
});
