"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { asPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import type { FormState } from "#lib/forms/form.ts";
import { visibleText } from "#lib/i18n/typed-text.ts";
import {
  approveRefundRequest,
  declineRefundRequest,
  leaveOnVoucher,
  sendNewVoucher,
} from "#lib/ticketing/manage/refund-requests.ts";

/** The most characters of a reason: a limit of the service. */
const REASON_MAX = 1_000;

/**
 * Refunds the tickets of a request, with or without the fee, or declines it; or sends what came back to a closed voucher on a new one,
 * or leaves it. The button that was pressed says which.
 */
export const decideRequest = formAction<FormState<{ readonly reason: string }>, "reason">(
  ["reason"],
  async ({ form, locale, texts }) => {
    const requestId = Number(form.get("request"));
    const returnId = Number(form.get("return"));
    // Only who has read on the page that the voucher is closed sends a new one.
    const voucher = form.get("newVoucher") === "1" ? ({ newVoucher: true } as const) : {};
    const result = await asPromoter(locale, async ({ credential }) => {
      switch (form.get("decision")) {
        case "refund":
          return approveRefundRequest(credential, requestId, { fee: "returned", ...voucher });
        case "refundLessFee":
          return approveRefundRequest(credential, requestId, { fee: "kept", ...voucher });
        case "decline":
          return declineRefundRequest(credential, requestId, visibleText(texts.reason).slice(0, REASON_MAX));
        case "sendNew":
          return sendNewVoucher(credential, returnId);
        case "leave":
          return leaveOnVoucher(credential, returnId);
        default:
          return undefined;
      }
    });
    if (result === undefined) return {};
    const refusal = result === "decided" && form.has("return") ? "returnDecided" : result;
    if (refusal !== "done")
      return { message: (await getTranslations({ locale, namespace: "RefundRequests" }))(refusal) };
    refresh();
    return {};
  },
);
