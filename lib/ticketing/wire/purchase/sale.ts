import "server-only";

import { z } from "zod";
import { dateChoices, dateChoicesIn, movedFrom } from "#lib/ticketing/date-choices.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import { BUYER_FIELD_NAMES, type Buyer, byField, type GuestAnswers, withoutEmpty } from "#lib/ticketing/model/buyer.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import {
  type PaymentPart,
  REQUEST_STATES,
  type Refund,
  type RequestOfSale,
  type Sale,
} from "#lib/ticketing/model/sale.ts";
import { dateOnTicket, datesAndVenueOf, venue } from "#lib/ticketing/wire/catalogue/venue.ts";
import { wireNameOf } from "#lib/ticketing/wire/purchase/buyer-field-names.ts";
import { saleState } from "#lib/ticketing/wire/purchase/sales.ts";
import { savings } from "#lib/ticketing/wire/purchase/savings.ts";
import {
  absent,
  absentText,
  id,
  ifReadable,
  instant,
  key,
  money,
  optional,
  readableRows,
  ref,
  refs,
  refundPolicy,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

const text = optional(z.string(), "");

/** A Buyer's fields by the names of the interface. A required one that is missing is "", any other is absent. */
const buyerMap = z
  .looseObject({
    ...Object.fromEntries(BUYER_FIELD_NAMES.map((name) => [wireNameOf(name), text])),
    OPT_IN: optional(z.union([z.string(), z.boolean()]), ""),
  })
  .transform((data): Buyer => {
    const given = byField(BUYER_FIELD_NAMES, (_field, name) => String(data[wireNameOf(name)]));
    return { ...withoutEmpty(given), optIn: String(data.OPT_IN) === "true" };
  });

/**
 * Returns the Buyer's fields for a lock, by the names of the interface: the flag as text, the language of the mail, and `ONE_NAME` for
 * a Buyer without a first name.
 */
export function buyerForWire({ optIn, ...texts }: Buyer, language: string): Readonly<Record<string, string>> {
  const given = BUYER_FIELD_NAMES.flatMap((name) => {
    const text = texts[name] ?? "";
    return text === "" ? [] : [[wireNameOf(name), text] as const];
  });
  const oneName = texts.firstName === "" ? { ONE_NAME: "true" } : {};
  return { ...Object.fromEntries(given), ...oneName, OPT_IN: String(optIn), LANGUAGE: language };
}

const transaction = z
  .looseObject({
    method: ifReadable(z.string()),
    type: ifReadable(z.string()),
    amount: ifReadable(money),
    state: text.catch(""),
    created: ifReadable(instant),
  })
  .transform(({ method, type, amount, state, created }): readonly PaymentPart[] => {
    const name = method ?? type;
    return name === undefined || state === "DECLINED" || state === "VOIDED"
      ? []
      : [withoutUndefined({ method: name, amount, created })];
  });

/** Answers that are not text are ignored. */
const answers = z.record(z.string(), z.unknown()).transform((data) => {
  const texts = Object.entries(data).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : []));
  return Object.fromEntries(texts) as Readonly<Record<string, string>>;
});

const guestAnswers = z
  .object({ ticketType: id, data: optional(answers, {}) })
  .transform(({ ticketType, data }) => ({ ticketTypeId: ticketType, answers: data })) satisfies z.ZodType<GuestAnswers>;

/** Returns the Guests' answers for a lock. */
export function guestsForWire(guests: readonly GuestAnswers[]) {
  return guests.map(({ ticketTypeId, answers }) => ({ ticketType: ticketTypeId, data: answers }));
}

/** A refund. Tickets that cost nothing are returned without an amount. */
const refund = z
  .object({
    amount: money,
    state: optional(z.string(), ""),
    created: ifReadable(instant),
    expiresAt: ifReadable(instant),
    newVoucher: ifReadable(z.boolean()),
    voucher: ifReadable(z.object({ state: z.enum(["WAITING", "LEFT"]), amount: money })),
    admissions: ifReadable(z.array(id)),
  })
  .transform(({ amount, state, created, expiresAt, newVoucher, voucher, admissions }): readonly Refund[] => {
    const isUnderWay = state === "PROCESSING";
    const given = { amount, created, isUnderWay, voucherEndsAt: expiresAt, hasNewVoucher: newVoucher };
    return amount.minor > 0 && (isUnderWay || state === "REFUNDED" || state === "RETURNED")
      ? [withoutUndefined({ ...given, admissionIds: admissions, unspendable: voucher })]
      : [];
  });

const refundRequests = z
  .array(
    z
      .object({
        state: z.enum(REQUEST_STATES),
        admissions: z.array(id),
        declineReason: absentText,
      })
      .transform(
        ({ admissions, ...request }): RequestOfSale => withoutUndefined({ ...request, admissionIds: admissions }),
      ),
  )
  .catch([]);

const refunds = z
  .array(refund)
  .transform((all) => all.flat())
  .catch([]);

/** A section beside a ticket, with the entrance to it where the service has one. */
const sectionOnTicket = z.union([
  z.object({ id, name: text, door: absentText }),
  ref.transform(({ id, name }) => ({ id, name, door: undefined })),
]);

export const admission = z
  .object({
    id,
    uuid: ifReadable(z.string()),
    ticketType: ref,
    event: ifReadable(ref),
    eventDate: ifReadable(dateOnTicket),
    movedFrom,
    cancelled: ifReadable(z.boolean()),
    venueSection: ifReadable(sectionOnTicket),
    ageLimit: absentText,
    venue: ifReadable(venue),
    holder: text.catch(""),
    lastName: text.catch(""),
    price: money,
    fee: ifReadable(money),
    paid: ifReadable(money),
    reservationStatus: z.enum([
      "NOT_RESERVED",
      "RESERVED",
      "PENDING_GUEST_DETAILS",
      "CONFIRMED",
      "REFUNDED",
      "RETURNED",
    ]),
    timeAdmitted: ifReadable(instant),
    qrType: z.enum(["A", "B"]).catch("A"),
    data: optional(answers, {}).catch({}),
  })
  .transform(
    ({
      ticketType,
      event,
      eventDate,
      venueSection,
      venue,
      holder,
      lastName,
      fee,
      reservationStatus,
      timeAdmitted,
      data,
      ...admission
    }) => {
      const datesAndVenue = datesAndVenueOf(venue, eventDate ? [eventDate] : []);
      return withoutUndefined({
        ...admission,
        ticketTypeId: ticketType.id,
        ticketTypeName: ticketType.name,
        section: venueSection?.name || undefined,
        door: venueSection?.door,
        eventId: event?.id,
        eventName: event?.name || undefined,
        eventDateId: eventDate?.id,
        eventDate: datesAndVenue.eventDates?.[0],
        venue: datesAndVenue.venue,
        holder: holder || lastName,
        fee: fee ?? { minor: 0, currency: admission.price.currency },
        status: reservationStatus,
        answers: data,
        guestName: data.NAME || [data.FIRST_NAME, data.LAST_NAME].filter(Boolean).join(" "),
        admittedAt: timeAdmitted,
      });
    },
  ) satisfies z.ZodType<Admission>;

/** The admissions of a sale: whole, from a service that returns them so, or only their links. One without a UUID lacks its code. */
const admissionsOfSale = z.union([
  z
    .array(admission.refine(({ uuid }) => uuid !== undefined))
    .min(1)
    .transform((admissions): AdmissionsOfSale => ({ admissions, admissionIds: admissions.map(({ id }) => id) })),
  optional(refs, [])
    .catch([])
    .transform((links): AdmissionsOfSale => ({ admissionIds: links.map(({ id }) => id) })),
]);
type AdmissionsOfSale = Pick<Sale, "admissions" | "admissionIds">;

/** A sale as far as it can be read. Its state must be readable: a payment is decided by it. */
type SaleRead = Omit<Sale, "total"> & { readonly total?: Money };

export const sale = z
  .object({
    key,
    cartId: ifReadable(key),
    reference: absentText,
    status: saleState,
    event: ifReadable(ref),
    eventDates: optional(z.array(dateOnTicket), []).catch([]),
    venue: ifReadable(venue),
    ageLimit: absentText,
    refundPolicy,
    data: absent(z.unknown()),
    guests: readableRows(guestAnswers),
    acceptedTerms: ifReadable(z.object({ url: z.string(), accepted: ifReadable(instant) })),
    totalPrice: ifReadable(money),
    tax: ifReadable(money),
    refunds,
    refundRequests,
    choices: dateChoices,
    refunding: ifReadable(z.array(id)),
    savings,
    admissions: admissionsOfSale,
    transactions: readableRows(transaction),
    mailHeld: ifReadable(z.boolean()),
  })
  .transform(
    ({
      event,
      eventDates,
      venue,
      data,
      acceptedTerms,
      totalPrice,
      refunds,
      refundRequests,
      choices,
      refunding = [],
      admissions,
      transactions,
      ...sale
    }) => {
      const read = buyerMap.safeParse(data).data;
      // A service without `ONE_NAME` was sent the only name in both. One that returns tickets whole keeps two equal names apart from one.
      const isSentTwice = admissions.admissions === undefined && read?.firstName === read?.lastName;
      const buyer = read && { ...read, ...(isSentTwice && { firstName: "" }) };
      return withoutUndefined({
        ...sale,
        ...datesAndVenueOf(venue, eventDates),
        eventId: event?.id ?? 0,
        eventName: event?.name ?? "",
        buyer: buyer?.email ? buyer : undefined,
        answers: answers.safeParse(data).data ?? {},
        termsUrl: acceptedTerms?.url,
        termsAcceptedAt: acceptedTerms?.accepted,
        total: totalPrice,
        refunds: refunds.length > 0 ? refunds : undefined,
        refundRequests: refundRequests.length > 0 ? refundRequests : undefined,
        choices: dateChoicesIn(choices, venue?.timeZone),
        refundingDateIds: refunding.length > 0 ? refunding : undefined,
        ...admissions,
        payments: transactions.flat(),
      });
    },
  ) satisfies z.ZodType<SaleRead>;
