"use server";

import { createHash, randomUUID } from "node:crypto";
import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { requireTicketsOfForm } from "#app/[locale]/(shop)/sales/[link]/tickets-of-form.ts";
import { type Answer, formAction, type Sent } from "#app/[locale]/form-action.ts";
import { firstErrors, textsOf, valuesOf } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { withLineBreaks } from "#lib/i18n/typed-text.ts";
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
import { refundSchema } from "./refund-schema.ts";
import type { RefundState } from "./refund-state.ts";

const FORM_KEY = /^[0-9a-f-]{36}$/;

/** The buyer gets the chosen tickets refunded within the event's policy. */
export const refundChosen = formAction<RefundState>(
  [],
  async (sent) => {
    const formKey = String(sent.form.get("formKey"));
    const state = await returnTickets(sent, "refund", (chosen) =>
      FORM_KEY.test(formKey) ? refundTickets(chosen, keyOf(formKey, chosen)) : Promise.resolve("closed"),
    );
    return { formKey, ...typedIn(sent), ...state };
  },
  // The same key, so that the next press is no second refund.
  async (sent) => ({ formKey: String(sent.form.get("formKey")), ...(await unanswered(sent)) }),
);

/** The buyer asks the organiser to refund the chosen tickets. */
export const requestChosen = formAction<RefundState>(
  [],
  async (sent) => ({ ...typedIn(sent), ...(await returnTickets(sent, "request", requestReturn)) }),
  unanswered,
);

/** Returns what is shown again. */
function typedIn({ form }: Sent) {
  const { reason = "" } = valuesOf(form);
  return { chosen: [...chosenIn(form)], values: { ...textsOf(form, ["email"]), reason: withLineBreaks(reason) } };
}

async function unanswered(sent: Sent): Promise<Answer<RefundState>> {
  return { ...typedIn(sent), message: (await getMessages({ locale: sent.locale })).Errors.lost.no_answer };
}

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
type Work = (chosen: readonly ReturnableTicket[], reason: string) => Promise<ReturnResult>;

async function returnTickets(sent: Sent, way: Way, work: Work): Promise<Answer<RefundState>> {
  const { form, locale } = sent;
  const { Refund: words } = await getMessages({ locale });
  const { link, sales } = await requireTicketsOfForm(sent);
  const ids = chosenIn(form);
  const returnable = returnableTickets(sales, new Date()).filter(({ returnOption }) => returnOption.way === way);
  const chosen = returnable.filter(({ ticket }) => ids.has(ticket.admission.id));
  // Since the page was rendered, some tickets were used or returned, or their deadline has passed.
  if (chosen.length < ids.size) return { message: words.closed };
  if (!form.has("seen") || ids.size === 0) return returnChosen(sent, { link, sales, chosen }, way, work);

  // The tickets do not give back the sum of their shares, so that the buyer must have seen what they do.
  const offered = await quoteReturn(sales, chosen);
  if (offered === undefined || offered === "closed") return { message: words.closed };
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
  { form, locale }: Sent,
  { link, sales, chosen }: Return,
  way: Way,
  work: Work,
): Promise<Answer<RefundState>> {
  const { Refund: words, Errors } = await getMessages({ locale });
  const typed = refundSchema(way, words).safeParse(valuesOf(form));
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  if (!(await mayTryAsBuyer(sales))) return { message: words.tooMany };
  if (!(await isBuyerOf(sales, typed.data.email))) return { fieldErrors: { email: words.wrong } };

  const result = await work(chosen, typed.data.reason);
  if (result === "no_answer") return { message: Errors.lost.no_answer };
  if (result === "refused") return { message: words[result], formKey: randomUUID() };
  if (result === "closed" || result === "not_offered" || result === "not_made") return { message: words[result] };
  const of = chosen.map(({ ticket }) => ticket.admission.id).join();
  return redirect({ href: `/sales/${link}/refund?done=${result}&of=${of}`, locale }, RedirectType.replace);
}
