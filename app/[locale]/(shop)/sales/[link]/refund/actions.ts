"use server";

import { createHash, randomUUID } from "node:crypto";
import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { requireTicketsOfForm } from "#app/[locale]/(shop)/sales/[link]/tickets-of-form.ts";
import { type Answer, formAction, type Sent } from "#app/[locale]/form-action.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { cleanEmail, visibleText } from "#lib/i18n/typed-text.ts";
import { mayTryAsBuyer } from "#lib/orders/buyer-tries.ts";
import { isBuyerOf } from "#lib/orders/is-buyer-of.ts";
import {
  quoteReturn,
  type ReturnableTicket,
  type ReturnResult,
  refundTickets,
  requestReturn,
  returnableTickets,
} from "#lib/orders/return-tickets.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { quoteInWords } from "./quote-in-words.ts";
import { REASON_MAX, type RefundState } from "./refund-state.ts";

const FORM_KEY = /^[0-9a-f-]{36}$/;
const FIELDS = ["email", "reason"] as const;
type Fields = (typeof FIELDS)[number];
type SentReturn = Sent & { readonly texts: Readonly<Record<Fields, string>> };

/** The buyer gets the chosen tickets refunded within the event's policy. */
export const refundChosen = formAction<RefundState, Fields>(FIELDS, async (sent) => {
  const formKey = String(sent.form.get("formKey"));
  const state = await returnTickets(sent, "refund", (chosen) =>
    FORM_KEY.test(formKey) ? refundTickets(chosen, keyOf(formKey, chosen)) : Promise.resolve("closed"),
  );
  return { formKey, chosen: [...chosenIn(sent.form)], ...state };
});

/** The buyer asks the organiser to refund the chosen tickets. */
export const requestChosen = formAction<RefundState, Fields>(FIELDS, async (sent) => {
  const state = await returnTickets(sent, "request", (chosen) =>
    requestReturn(chosen, visibleText(sent.texts.reason).slice(0, REASON_MAX)),
  );
  return { chosen: [...chosenIn(sent.form)], ...state };
});

function chosenIn(form: FormData): ReadonlySet<number> {
  return new Set(form.getAll("ticket").map(Number));
}

/** Returns the idempotency key of these tickets and this form key. After a refusal the form gets another form key. */
function keyOf(formKey: string, chosen: readonly ReturnableTicket[]): string {
  const ids = chosen.map(({ ticket }) => ticket.admission.id).toSorted((a, b) => a - b);
  return createHash("sha256")
    .update(JSON.stringify([formKey, ids]))
    .digest("base64url");
}

type Way = ReturnableTicket["returnOption"]["way"];
type Work = (chosen: readonly ReturnableTicket[]) => Promise<ReturnResult>;

async function returnTickets(sent: SentReturn, way: Way, work: Work): Promise<Answer<RefundState>> {
  const { form, locale } = sent;
  const t = await getTranslations({ locale, namespace: "Refund" });
  const { link, sales } = await requireTicketsOfForm(sent);
  const ids = chosenIn(form);
  const returnable = returnableTickets(sales, new Date()).filter(({ returnOption }) => returnOption.way === way);
  const chosen = returnable.filter(({ ticket }) => ids.has(ticket.admission.id));
  // Since the page was rendered, some tickets were used or returned, or their deadline has passed.
  if (chosen.length < ids.size) return { message: t("closed") };
  if (!form.has("seen") || ids.size === 0) return returnChosen(sent, { link, sales, chosen }, way, work);

  // The tickets do not give back the sum of their shares, so that the buyer must have seen what they do.
  const offered = await quoteReturn(sales, chosen);
  if (offered === undefined || offered === "closed") return { message: t("closed") };
  const quote = await quoteInWords(offered, chosen, locale);
  if (quote.seen !== form.get("seen")) return { quote };
  return { quote, ...(await returnChosen(sent, { link, sales, chosen }, way, work)) };
}

type Return = {
  readonly link: string;
  readonly sales: readonly TicketedSale[];
  readonly chosen: readonly ReturnableTicket[];
};

async function returnChosen(
  { locale, texts: { email, reason } }: SentReturn,
  { link, sales, chosen }: Return,
  way: Way,
  work: Work,
): Promise<Answer<RefundState>> {
  const t = await getTranslations({ locale, namespace: "Refund" });
  const fieldErrors = {
    ...(chosen.length === 0 && { ticket: t("chooseOne") }),
    ...(way === "request" && visibleText(reason) === "" && { reason: t("reasonMissing") }),
    ...(cleanEmail(email) === "" && { email: t("missing") }),
  };
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors };
  if (!(await mayTryAsBuyer(sales))) return { message: t("tooMany") };
  if (!(await isBuyerOf(sales, email))) return { fieldErrors: { email: t("wrong") } };

  const result = await work(chosen);
  if (result === "no_answer") {
    const tErrors = await getTranslations({ locale, namespace: "Errors" });
    return { message: tErrors("lost.no_answer") };
  }
  if (result === "refused") return { message: t(result), formKey: randomUUID() };
  if (result === "closed" || result === "not_offered" || result === "not_made") return { message: t(result) };
  const of = chosen.map(({ ticket }) => ticket.admission.id).join();
  return redirect({ href: `/sales/${link}/refund?done=${result}&of=${of}`, locale }, RedirectType.replace);
}
