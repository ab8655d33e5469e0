"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { currentPromoter } from "#lib/session/promoter/promoter.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { approveRefundRequest, type Decision, declineRefundRequest } from "#lib/ticketing/refund-requests.ts";

/** The most characters of a reason: a limit of the service. */
const REASON_MAX = 1_000;

export type DecisionState = FormState<{ readonly reason: string }>;

/** Refunds the tickets of a request, with or without the fee, or declines it: the button that was pressed says which. */
export async function decideRequest(_previous: DecisionState, form: FormData): Promise<DecisionState> {
  await assertSameOrigin(form);
  const typed = formOf(form);
  const locale = localeOf(typed);
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return redirect({ href: "/promoter/sign-in", locale });

  const requestId = Number(typed.get("request"));
  const reason = String(typed.get("reason") ?? "");
  const { credential } = signedIn;
  const decide = (): Promise<Decision> | undefined => {
    switch (typed.get("decision")) {
      case "refund":
        return approveRefundRequest(credential, requestId, "returned");
      case "refundLessFee":
        return approveRefundRequest(credential, requestId, "kept");
      case "decline":
        return declineRefundRequest(credential, requestId, reason.trim().slice(0, REASON_MAX));
      default:
        return undefined;
    }
  };
  const decided = async () =>
    decide()?.catch((fault: unknown) => {
      if (fault instanceof CredentialRefused) return "signed_out" as const;
      throw fault;
    });
  const result = await answeredAction(decided, () => "no_answer");
  if (result === "no_answer") return unansweredState(typed, { reason });
  if (result === "signed_out") return redirect({ href: "/promoter/sign-in?again=1", locale });
  if (result === undefined) return { fieldErrors: {}, turn: Date.now() };
  if (result === "done") {
    refresh();
    return { fieldErrors: {}, turn: Date.now() };
  }
  const t = await getTranslations({ locale, namespace: "RefundRequests" });
  return { fieldErrors: {}, message: t(result), turn: Date.now() };
}
