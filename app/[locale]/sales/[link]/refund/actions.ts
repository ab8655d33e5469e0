"use server";

import { createHash, randomUUID } from "node:crypto";
import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { mayTryAsBuyer } from "#lib/orders/buyer-tries.ts";
import { isBuyerOf } from "#lib/orders/is-buyer-of.ts";
import {
  type ReturnableTicket,
  type ReturnResult,
  refundTickets,
  requestReturn,
  returnableTickets,
} from "#lib/orders/return-tickets.ts";
import { openTickets } from "#lib/orders/tickets.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { REASON_MAX, type RefundState } from "./refund-state.ts";

const FORM_KEY = /^[0-9a-f-]{36}$/;

/** The buyer gets the chosen tickets refunded within the event's policy. */
export async function refundChosen(_previous: RefundState, form: FormData): Promise<RefundState> {
  await assertSameOrigin(form);
  const typed = formOf(form);
  const formKey = String(typed.get("formKey"));
  const state = await returnChosen(typed, "refund", (chosen) =>
    FORM_KEY.test(formKey) ? refundTickets(chosen, keyOf(formKey, chosen)) : Promise.resolve("closed"),
  );
  return { formKey, ...state };
}

/** The buyer asks the organiser to refund the chosen tickets. */
export async function requestChosen(_previous: RefundState, form: FormData): Promise<RefundState> {
  await assertSameOrigin(form);
  const typed = formOf(form);
  const { reason = "" } = textsOf(typed, ["reason"]);
  return returnChosen(typed, "request", (chosen) => requestReturn(chosen, reason.trim().slice(0, REASON_MAX)));
}

/** Returns one key for the same tickets of one form until they are refused: the form then has another key. */
function keyOf(formKey: string, chosen: readonly ReturnableTicket[]): string {
  const ids = chosen.map(({ ticket }) => ticket.admission.id).toSorted((a, b) => a - b);
  return createHash("sha256")
    .update(JSON.stringify([formKey, ids]))
    .digest("base64url");
}

type Way = ReturnableTicket["wayBack"]["way"];
type Work = (chosen: readonly ReturnableTicket[]) => Promise<ReturnResult>;

async function returnChosen(typed: FormData, way: Way, work: Work): Promise<RefundState> {
  return answeredAction(
    () => returnTickets(typed, way, work),
    () => unansweredState(typed, textsOf(typed, ["email", "reason"])),
  );
}

async function returnTickets(typed: FormData, way: Way, work: Work): Promise<RefundState> {
  const locale = localeOf(typed);
  const t = await getTranslations({ locale, namespace: "Refund" });
  const link = String(typed.get("link") ?? "");
  const sales = await openTickets(link);
  if (sales === undefined)
    return redirect({ href: `/sales/${encodeURIComponent(link)}`, locale }, RedirectType.replace);

  const { email = "", reason = "" } = textsOf(typed, ["email", "reason"]);
  const ids = new Set(typed.getAll("ticket").map(Number));
  const again = { fieldErrors: {}, values: { email, reason }, turn: Date.now() };
  const fieldErrors = {
    ...(ids.size === 0 && { ticket: t("chooseOne") }),
    ...(way === "request" && reason.trim() === "" && { reason: t("reasonMissing") }),
    ...(email.trim() === "" && { email: t("missing") }),
  };
  if (Object.keys(fieldErrors).length > 0) return { ...again, fieldErrors };
  if (!(await mayTryAsBuyer(sales))) return { ...again, message: t("tooMany") };
  if (!(await isBuyerOf(sales, email))) return { ...again, fieldErrors: { email: t("wrong") } };

  const returnable = returnableTickets(sales, new Date()).filter(({ wayBack }) => wayBack.way === way);
  const chosen = returnable.filter(({ ticket }) => ids.has(ticket.admission.id));
  // Some of them were used or returned, or their time is over, since the page was shown.
  if (chosen.length < ids.size) return { ...again, message: t("closed") };
  const result = await work(chosen);
  if (result === "refused") return { ...again, message: t(result), formKey: randomUUID() };
  if (result === "closed" || result === "not_offered" || result === "not_made") return { ...again, message: t(result) };
  return redirect({ href: `/sales/${link}/refund?done=${result}`, locale }, RedirectType.replace);
}
