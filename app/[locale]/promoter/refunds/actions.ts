"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { asPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import type { FormState } from "#lib/forms/form.ts";
import { visibleText } from "#lib/i18n/typed-text.ts";
import { approveRefundRequest, declineRefundRequest } from "#lib/ticketing/refunds.ts";

/** The most characters of a reason: a limit of the service. */
const REASON_MAX = 1_000;

/** Refunds the tickets of a request, with or without the fee, or declines it: the button that was pressed says which. */
export const decideRequest = formAction<FormState<{ readonly reason: string }>, "reason">(
  ["reason"],
  async ({ form, locale, texts }) => {
    const requestId = Number(form.get("request"));
    const result = await asPromoter(locale, async ({ credential }) => {
      switch (form.get("decision")) {
        case "refund":
          return approveRefundRequest(credential, requestId, "returned");
        case "refundLessFee":
          return approveRefundRequest(credential, requestId, "kept");
        case "decline":
          return declineRefundRequest(credential, requestId, visibleText(texts.reason).slice(0, REASON_MAX));
        default:
          return undefined;
      }
    });
    if (result === undefined) return {};
    if (result !== "done") return { message: (await getTranslations({ locale, namespace: "RefundRequests" }))(result) };
    refresh();
    return {};
  },
);
