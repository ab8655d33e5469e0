import { z } from "zod";
import { SALE_KEY } from "#src/admissions/http/admissions.ts";
import {
  findByEmail,
  type GuestTicketOutcome,
  type ResendOutcome,
  resendTickets,
  sendGuestTicket,
} from "#src/notifications/use-cases/send-tickets.ts";
import { answer, declareCall, missing, refuse } from "#src/platform/http/call.ts";
import { type ErrorRow, row } from "#src/platform/http/error-rows.ts";
import { mailAddress as email, language, RENDERER_REFUSED, renderer } from "#src/platform/http/mail-fields.ts";
import type { Reason } from "#src/platform/http/reasons.ts";
import { idParams } from "#src/platform/http/shapes.ts";
import { UNPAID } from "#src/reservations/http/carts.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { keyParams } from "#src/reservations/http/sale-shapes.ts";

const NO_TICKET = "No ticket of the order is valid any more.";
const NO_MAIL = "This service sends no mail. Show the tickets by the link of the sale.";
const NO_ADDRESS = "The sale has no email address. Set the buyer's EMAIL first.";
const DETAILS = "The guest's details are missing. Send the answers of this admission first.";
const TOO_MANY = (seconds: number) =>
  `The tickets, or messages to this address, were sent several times. Try again in ${Math.ceil(seconds / 60)} minutes.`;

export const resend = declareCall({
  method: "GET",
  path: "/order/{key}/sendEmail",
  summary:
    "Send the tickets of every paid sale of the cart by email again. Refused while the sale is unpaid or no ticket is ready because guest details are missing, above five times an hour, for an order that cost nothing above six messages a day to its mailbox, and by a service without mail",
  access: ["PUBLIC", "BOX_OFFICE", "ORDERS"],
  params: keyParams,
  answer: z.object(verdict),
  async handle({ runtime, caller, params }) {
    const outcome = await resendTickets(runtime, caller, params.key);
    if (outcome.ok) return answer(YES);
    return outcome.refusal === "no_such_thing" ? missing("key", "sale") : answer(no(rowsOf(outcome)));
  },
});

function rowsOf(outcome: Extract<ResendOutcome, { readonly ok: false }>): readonly ErrorRow[] {
  switch (outcome.refusal) {
    case "details_missing":
      return outcome.admissions.map((id) => row(`admission/${id}/data`, "details_missing", DETAILS));
    case "too_many":
      return [row("", "sent_too_often", TOO_MANY(outcome.secondsLeft))];
    case "unpaid":
      return [row("", "not_paid", UNPAID)];
    case "no_ticket":
      return [row("", "no_valid_ticket", NO_TICKET)];
    case "no_address":
      return [row("", "no_email_address", NO_ADDRESS)];
    default:
      return [row("", "no_mail", NO_MAIL)];
  }
}

/** The language of requests that name none. */
const LANGUAGE = "en";

const findOrders = declareCall({
  method: "POST",
  path: "/order/findByEmail",
  isExtension: true,
  summary:
    "Send a message with the paid orders of an address to this address. The answer is the same whether there are any, and above the limit of three times a day",
  access: ["PUBLIC"],
  body: z.strictObject({ email, language: language.optional(), messages: renderer.optional() }),
  answer: z.object(verdict),
  async handle({ runtime, caller, body }) {
    const { language = LANGUAGE, messages } = body;
    const outcome = await findByEmail(runtime, caller, { email: body.email, language, renderer: messages });
    return outcome === "queued" ? answer(YES) : refuse(400, [RENDERER_REFUSED]);
  },
});

const NOT_SENT: Readonly<Record<"wrong_state" | "no_mail", readonly [Reason, string]>> = {
  wrong_state: ["used_or_returned", "This ticket was used or returned, so it is not sent."],
  no_mail: ["no_mail", "This service sends no mail, or no storefront renders it for this sale."],
};
const TOO_OFTEN_TO_GUEST = (seconds: number) =>
  `This ticket, tickets of its order, or messages to this address were sent several times. Try again in ${Math.ceil(seconds / 60)} minutes.`;

const sendToGuest = declareCall({
  method: "POST",
  path: "/admission/{id}/sendEmail",
  isExtension: true,
  summary:
    "Send a guest the link to this ticket alone, until it is used or returned. The same ticket to the same address is sent once in two minutes, a ticket three times an hour, and tickets of an order 50 times a day. For an order that cost nothing, a mailbox gets six messages a day",
  access: ["PUBLIC", "BOX_OFFICE", "ORDERS"],
  headers: [SALE_KEY],
  params: idParams,
  body: z.strictObject({ email, language: language.optional() }),
  answer: z.object(verdict),
  async handle({ runtime, caller, params, body, header }) {
    const outcome = await sendGuestTicket(runtime, caller, { id: params.id, saleKey: header(SALE_KEY.name) }, body);
    if (outcome.ok) return answer(YES);
    return outcome.refusal === "no_such_thing" ? missing("id", "admission") : answer(no([rowOf(outcome)]));
  },
});

type Refused = Exclude<GuestTicketOutcome, { readonly ok: true } | { readonly refusal: "no_such_thing" }>;

function rowOf(outcome: Refused): ErrorRow {
  return outcome.refusal === "too_many"
    ? row("", "sent_too_often", TOO_OFTEN_TO_GUEST(outcome.secondsLeft))
    : row("", ...NOT_SENT[outcome.refusal]);
}

/** Calls that the plain v2 interface does not have. */
export const SEND_TICKET_CALLS = [findOrders, sendToGuest];
