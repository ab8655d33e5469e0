import { z } from "zod";
import type { Admission } from "#src/admissions/domain/admission.ts";
import { admission, toAdmission } from "#src/admissions/http/admissions.ts";
import { datedRef, toDatedRef } from "#src/catalogue/http/ticket-shapes.ts";
import { REQUEST_STATES } from "#src/payments/domain/refund.ts";
import { getReceipt, type Receipt } from "#src/payments/use-cases/get-receipt.ts";
import { taxInside } from "#src/platform/domain/money.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { hadEffect } from "#src/pricing/domain/code.ts";
import { sumByRule } from "#src/pricing/domain/engine/rule.ts";
import { saving, toCodeAnswer, toSaving } from "#src/pricing/http/code-shapes.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { answered, buyerData, customer, toAnswered, toCustomer } from "#src/reservations/http/buyer-body.ts";
import { YES } from "#src/reservations/http/refusals.ts";
import { reserved } from "#src/reservations/http/reservations.ts";
import {
  isWaiting,
  keyParams,
  saleRef,
  saleStatus,
  shownReference,
  shownStatus,
  soldFacts,
  toInstant,
  toInvoice,
  toSaleRef,
  toSoldFacts,
} from "#src/reservations/http/sale-shapes.ts";
import { sourceShown, toSource } from "#src/reservations/http/source-shape.ts";
import { returnedVoucher, toReturnedVoucher } from "./refunds.ts";

const transaction = named(
  "Transaction",
  z.object({ method: z.string(), amount: currency, state: z.string(), created: z.string() }),
);

const refundOfReceipt = named(
  "RefundOfReceipt",
  z.object({
    id: z.string(),
    created: z.string(),
    amount: currency,
    feeKept: currency,
    ...returnedVoucher,
    state: z.enum(["REFUNDED", "PROCESSING", "RETURNED"]),
    admissions: z.array(id),
  }),
);

const requestOfReceipt = named(
  "RefundRequestOfReceipt",
  z.object({
    created: z.string(),
    state: z.enum(REQUEST_STATES),
    admissions: z.array(id),
    /** What the organiser says about a declined request. */
    declineReason: z.string().nullable(),
  }),
);

const choiceOfReceipt = named(
  "ChoiceOfReceipt",
  z.object({
    eventDate: id,
    choice: z.enum(["keep", "move", "refund"]).nullable(),
    /** The dates that its tickets may move to. `hasPlaces`: free places for all of them, now. */
    dates: z.array(datedRef.extend({ hasPlaces: z.boolean() })),
  }),
);

const admissionOfSale = named("AdmissionOfSale", admission.extend(ref.omit({ id: true }).shape));

const receipt = named(
  "Receipt",
  z.object({
    id,
    key: z.string(),
    cartId: z.string(),
    /** The reference that the buyer quotes, the same for all sales of a payment. Null before the payment. */
    reference: z.string().nullable(),
    status: saleStatus,
    event: ref,
    eventDate: ref.nullable(),
    ...soldFacts,
    customer,
    totalPrice: currency,
    /** The tax inside the total. */
    tax: currency,
    /** What each rule took off it. */
    savings: z.array(saving),
    /** Each is a reference, with everything that its own call answers. */
    admissions: z.array(admissionOfSale),
    transactions: z.array(transaction),
    /** What was given back, or is being given back. */
    refunds: z.array(refundOfReceipt),
    /** What the buyer asked the organiser to refund. */
    refundRequests: z.array(requestOfReceipt),
    /** What the buyer may choose for tickets of cancelled dates, with what was chosen. */
    choices: z.array(choiceOfReceipt),
    /** The cancelled dates whose tickets are being refunded without a request. */
    refunding: z.array(id),
    data: buyerData,
    /** The promoter's questions at the time of the order, with the answers. */
    answers: z.array(answered),
    /** The answers about guests until there are admissions. */
    guests: z.array(z.object({ ticketType: id, data: z.record(z.string(), z.string()) })),
    /** The promoter's conditions as they were accepted: their link is their version. */
    acceptedTerms: z.object({ url: z.string(), accepted: z.string() }).nullable(),
    /** The spelling of the interface; `modified` is an extension. */
    modifed: z.string(),
    modified: z.string(),
    created: z.string(),
    tags: z.array(z.string()),
    /** The codes that took effect, as they were typed. */
    bookingCode: z.string().optional(),
    /** Where the buyer came from, for users with ORDERS. Null: nothing is known. */
    source: sourceShown.nullable().optional(),
    /** The tickets were not sent by email: too many messages went to the address, and nothing was paid. They can be sent later. */
    mailHeld: z.boolean().optional(),
  }),
);

const read = declareCall({
  method: "GET",
  path: "/payment/{keyOrId}",
  summary:
    "Read a sale back by its key, or by its number for users with ORDERS: what became of the money, and its admissions",
  access: ["PUBLIC", "BOX_OFFICE", "ORDERS"],
  params: z.strictObject({ keyOrId: z.string() }),
  answer: receipt,
  async handle({ runtime, caller, params: { keyOrId } }) {
    const byKey = await getReceipt(runtime, caller, { key: keyOrId });
    // Ten digits may be a key or a number. A number can be guessed, so it finds a sale only for users with ORDERS.
    const isId = caller.capabilities.has("ORDERS") && /^[1-9]\d{0,14}$/.test(keyOrId);
    const found = byKey ?? (isId ? await getReceipt(runtime, caller, { id: Number(keyOrId) }) : undefined);
    return found ? answer(toReceipt(found)) : missing("keyOrId", "sale");
  },
});

const reservation = named(
  "Reservation",
  reserved.omit({ link: true }).extend({
    link: saleRef,
    expiry: z.string().nullable(),
    layby: z.boolean(),
    paymentSchedule: z.array(z.unknown()),
  }),
);

const readReservation = declareCall({
  method: "GET",
  path: "/reservation/{key}",
  summary: "Read a reservation, held or paid for",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  params: keyParams,
  answer: reservation,
  async handle({ runtime, caller, params }) {
    const receipt = await getReceipt(runtime, caller, params);
    if (!receipt) return missing("key", "reservation");
    const admissions = receipt.admissions.map(refOf);
    const codes = receipt.codes.map((one) => toCodeAnswer(one, receipt.sale.total.currency));
    return answer({ ...toReservation(receipt.sale), admissions, codes });
  },
});

export const RECEIPT_CALLS = [readReservation, read];

const CHOICES = { KEEP: "keep", MOVE: "move", REFUND: "refund" } as const;

function toReceipt(found: Receipt): z.input<typeof receipt> {
  const { sale, admissions, transactions, refunds, requests, choices, refundingDateIds, codes, source } = found;
  const dates = new Map(sale.lines.map((line) => [line.eventDateId, line.eventDateName]));
  const [date] = dates;
  const bookingCode = codes.flatMap(({ code, result }) => (hadEffect(result) ? [code] : [])).join(" ");
  return {
    id: sale.id,
    key: sale.key,
    cartId: sale.cartKey,
    reference: shownReference(sale),
    status: shownStatus(sale),
    event: toRef("event", { id: sale.eventId, name: sale.eventName }),
    eventDate: date && dates.size === 1 ? toRef("eventDate", { id: date[0], name: date[1] }) : null,
    ...toSoldFacts(sale),
    customer: toCustomer(sale.buyer),
    totalPrice: toCurrency(sale.total),
    tax: toCurrency(taxInside(sale.total)),
    savings: sumByRule(sale.lines.flatMap(({ savings }) => savings)).map((one) => toSaving(one, sale.total.currency)),
    admissions: admissions.map((one) => ({ ...toAdmission({ admission: one, view: "full" }), ...refOf(one) })),
    transactions: transactions.map(({ method, amount, state, createdAt }) => {
      return { method, amount: toCurrency(amount), state, created: toInstant(createdAt) };
    }),
    refunds: refunds.map(({ id, createdAt, amount, feeKept, state, admissions, ...voucher }) => ({
      id,
      created: toInstant(createdAt),
      amount: toCurrency(amount),
      feeKept: toCurrency(feeKept),
      ...toReturnedVoucher(voucher),
      state: state === "REFUNDED" || state === "RETURNED" ? state : "PROCESSING",
      admissions: admissions.map((admission) => admission.id),
    })),
    refundRequests: requests.map(({ createdAt, state, admissions, declineReason }) => ({
      created: toInstant(createdAt),
      state,
      declineReason,
      admissions: admissions.map((admission) => admission.id),
    })),
    choices: choices.map(({ eventDateId, choice, venue, dates }) => ({
      eventDate: eventDateId,
      choice: choice === undefined ? null : CHOICES[choice],
      dates: dates.map(({ hasPlaces, ...date }) => ({ ...toDatedRef(date, venue), hasPlaces })),
    })),
    refunding: [...refundingDateIds],
    data: { ...sale.buyer },
    answers: sale.answers.map(toAnswered),
    guests: Object.entries(admissions.length === 0 ? sale.guests : {}).flatMap(([ticketType, inputs]) =>
      inputs.map(({ data }) => ({ ticketType: Number(ticketType), data: { ...data } })),
    ),
    acceptedTerms: sale.terms ? { url: sale.terms.url, accepted: toInstant(sale.terms.acceptedAt) } : null,
    modifed: toInstant(sale.modifiedAt),
    modified: toInstant(sale.modifiedAt),
    created: toInstant(sale.createdAt),
    tags: [],
    ...(bookingCode !== "" && { bookingCode }),
    ...(source !== undefined && { source: source && toSource(source) }),
    ...(sale.mailHeld && { mailHeld: true }),
  };
}

function refOf({ id, ticketTypeName: name }: Admission) {
  return toRef("admission", { id, name });
}

function toReservation(sale: Sale): z.input<typeof reservation> {
  return {
    ...YES,
    key: sale.key,
    multiSaleKey: sale.cartKey,
    link: toSaleRef(sale),
    status: shownStatus(sale),
    event: toRef("event", { id: sale.eventId, name: sale.eventName }),
    expiry: isWaiting(sale) ? toInstant(sale.expiresAt) : null,
    expirySeconds: isWaiting(sale) ? sale.secondsLeft : 0,
    invoice: toInvoice(sale),
    admissions: [],
    codes: [],
    layby: false,
    paymentSchedule: [],
  };
}
