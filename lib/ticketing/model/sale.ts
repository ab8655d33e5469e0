import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { Buyer, GuestAnswers } from "#lib/ticketing/model/buyer.ts";
import type { DateOnTicket, RefundPolicy, Venue } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { Saving } from "#lib/ticketing/model/pricing.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";

/** A Reservation that has been paid for, or is about to be, as the service reports it. */
export type Sale = {
  readonly key: string;
  readonly cartId?: string;
  /** The reference that the Buyer quotes, the same for all sales of a payment. Absent from a service without it. */
  readonly reference?: string;
  readonly status: SaleState;
  readonly eventId: number;
  readonly eventName: string;
  /** Dates and venue, from a service that returns them: present also when the catalogue no longer shows the Event. */
  readonly eventDates?: readonly DateOnTicket[];
  readonly venue?: Venue;
  readonly ageLimit?: string;
  /** `null`: Buyers cannot return tickets by themselves. Absent: the service does not say. */
  readonly refundPolicy?: RefundPolicy | null;
  readonly buyer?: Buyer;
  /** The Buyer's answers, by the name of the question. */
  readonly answers: Readonly<Record<string, string>>;
  /** The answers about Guests until there are Admissions, in the order of each TicketType's tickets. */
  readonly guests: readonly GuestAnswers[];
  /** The link of the promoter's conditions that the Buyer has accepted. */
  readonly termsUrl?: string;
  /** When the Buyer accepted them: ISO 8601. */
  readonly termsAcceptedAt?: string;
  readonly total: Money;
  /** The tax inside the total, from a service that returns it. */
  readonly tax?: Money;
  /** What was refunded, from a service that returns it. Absent where nothing was. */
  readonly refunds?: readonly Refund[];
  /** What its Buyer asked the organiser to refund, from a service that returns it. */
  readonly refundRequests?: readonly RequestOfSale[];
  /** What its Buyer may choose for tickets of cancelled dates. Absent where nothing is offered. */
  readonly choices?: readonly DateChoice[];
  /** The cancelled dates whose tickets are being refunded without a press of the Buyer. Absent where there are none. */
  readonly refundingDateIds?: readonly number[];
  /** What each rule took off it, from a service that says so. */
  readonly savings: readonly Saving[];
  readonly admissionIds: readonly number[];
  /** Whole, from a service that returns them with the sale. Absent where there are none. */
  readonly admissions?: readonly Admission[];
  /** What each method paid. A declined or voided payment is left out. */
  readonly payments: readonly PaymentPart[];
  /** The service did not mail its tickets: too many messages went to the address, and nothing was paid. They can be sent later. */
  readonly mailHeld?: boolean;
};

/** What one method paid in one payment, which may have been for several sales. */
export type PaymentPart = {
  /** As the service names it: CREDIT_CARD, VOUCHER, CASH. */
  readonly method: string;
  readonly amount?: Money;
  /** When the payment was made: ISO 8601. Absent where the service writes it otherwise. */
  readonly created?: string;
};

/** WITHDRAWN: the Buyer chose to keep or to move the tickets of a cancelled date. */
export const REQUEST_STATES = ["OPEN", "APPROVED", "DECLINED", "WITHDRAWN"] as const;
type RequestState = (typeof REQUEST_STATES)[number];

/** A Buyer's request to the organiser, outside the refund policy. */
export type RequestOfSale = {
  readonly state: RequestState;
  readonly admissionIds: readonly number[];
  /** The reason that the organiser gave for declining. */
  readonly declineReason?: string;
};

/** What a refund would give back. */
export type RefundQuote = {
  readonly amount: Money;
  /** What the tickets that are kept cost by the terms of the sale, where that is not their share of what was paid. */
  readonly rest?: { readonly quantity: number; readonly price: Money; readonly lostSavings: readonly string[] };
};

/** An amount that went back to the buyer. */
export type Refund = {
  readonly amount: Money;
  /** The tickets for which it went back, from a service that says so. */
  readonly admissionIds?: readonly number[];
  /** When it was made: ISO 8601. Absent where the service writes it otherwise. */
  readonly created?: string;
  /** The processor has not confirmed it yet. */
  readonly isUnderWay: boolean;
  /** Until when a voucher that had ended can spend what it got back: ISO 8601. */
  readonly voucherEndsAt?: string;
  /** A new voucher, which the Buyer was sent, has its part. */
  readonly hasNewVoucher?: boolean;
  /** The part of the amount that went to a voucher that cannot spend it. WAITING: the organiser decides. */
  readonly unspendable?: { readonly state: "WAITING" | "LEFT"; readonly amount: Money };
};

/** What a Buyer may choose for the valid tickets of a cancelled EventDate. While it is offered it may be changed. */
export type DateChoice = {
  readonly eventDateId: number;
  /** Absent: nothing was chosen yet. */
  readonly chosen?: "keep" | "move" | "refund";
  /** The dates ahead that the tickets may move to, at the price that was paid. */
  readonly dates: readonly OtherDate[];
};

export type OtherDate = DateOnTicket & {
  /** Whether it has a place for each ticket now. Places are taken when the tickets move. */
  readonly hasPlaces: boolean;
};

/** Tickets stay, are refunded in full, or move to another EventDate. */
export type DateOption = "keep" | "refund" | { readonly moveTo: number };

const MOVE = /^move-([1-9]\d{0,14})$/;

/** Returns the option in the text of a form or a URL; `undefined` for any other text. */
export function parseOption(text: unknown): DateOption | undefined {
  if (text === "keep" || text === "refund") return text;
  const [, date] = MOVE.exec(typeof text === "string" ? text : "") ?? [];
  return date === undefined ? undefined : { moveTo: Number(date) };
}

/** Returns the text that `parseOption` reads. */
export function optionText(option: DateOption): string {
  return typeof option === "string" ? option : `move-${option.moveTo}`;
}
