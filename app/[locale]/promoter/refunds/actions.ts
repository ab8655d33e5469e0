"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { confirmDecline } from "#app/[locale]/promoter/refunds/confirm-decline.ts";
import { DECISION_FIELDS, DECLINE_FIELDS } from "#app/[locale]/promoter/refunds/decision-fields.ts";
import {
  approveRefundRequest,
  declineRefundRequest,
  leaveOnVoucher,
  sendNewVoucher,
} from "#lib/ticketing/manage/refund-requests.ts";

/** Refunds the tickets of a request, or decides about a refund to a voucher. The button that was pressed says which. */
export const decideRequest = promoterAction(
  DECISION_FIELDS,
  ["ORDERS"],
  async ({ id = 0, values: { decision, newVoucher } }, { credential }) => {
    if (decision === "sendNew") return sendNewVoucher(credential, id);
    if (decision === "leave") return leaveOnVoucher(credential, id);
    const fee = decision === "refund" ? "returned" : "kept";
    return approveRefundRequest(credential, id, { fee, newVoucher: newVoucher === "1" });
  },
  () => "/promoter/refunds?done=decided",
);

export const declineRequest = promoterAction(
  DECLINE_FIELDS,
  ["ORDERS"],
  async ({ id = 0, values: { reason } }, { credential }) => declineRefundRequest(credential, id, reason),
  () => "/promoter/refunds?done=declined",
  confirmDecline,
);
