import "server-only";

import { getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import type { Confirmation } from "#lib/promoter/forms/state.ts";

/** Shows what the buyer will read before a request is declined. */
export async function confirmDecline(
  _opened: unknown,
  { reason }: { readonly reason: string },
  locale: Locale,
): Promise<Confirmation> {
  const [t, tMail] = await Promise.all([
    getTranslations({ locale, namespace: "RefundRequests" }),
    getTranslations({ locale, namespace: "Mail.refundDeclined" }),
  ]);
  return {
    title: t("confirmDecline"),
    changes: [],
    letter: { label: t("buyerReads"), title: tMail("title"), text: [tMail("lead"), tMail("reason", { reason })] },
    affected: { changes: t("declineTold"), stays: t("declineStays"), watch: t("declineFinal") },
    action: t("declineSend"),
  };
}
