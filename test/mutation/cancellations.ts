import type { Mutant } from "./mutant.ts";

const CANCELLATION_TEST = "service/test/refunds/cancellation.test.ts";
const BUYER_REFUNDS_TEST = "service/test/refunds/buyer-refunds.test.ts";

/** Refunds of cancelled dates, by the buyer, and on request. */
export const CANCELLATION_MUTANTS: readonly Mutant[] = [
  {
    name: "cancellations: the job of one date refunds tickets of every date",
    breaks: "a cancelled date refunds its own tickets",
    file: "service/src/payments/use-cases/refunds/choose-tickets.ts",
    text: "eventDateId === undefined || ticket.eventDateId === eventDateId",
    becomes: "eventDateId === undefined || ticket.eventDateId > 0",
    red: {
      file: CANCELLATION_TEST,
      test: "a cancelled date refunds every sale of it once, and no ticket of another date",
    },
  },
  {
    name: "cancellations: a job ends while a payment is under way",
    breaks: "every sale of a cancelled event is refunded",
    file: "service/src/payments/store/cancellations.ts",
    text: "event_id = cancellation.event_id AND status = 'PROCESSING')",
    becomes: "event_id = cancellation.event_id AND status = 'UNKNOWN')",
    red: {
      file: CANCELLATION_TEST,
      test: "a payment that was under way when its event was cancelled is refunded by the job too",
    },
  },
  {
    name: "cancellations: buyers are told of a date that did not move",
    breaks: "each change of a date is told once",
    file: "service/src/catalogue/use-cases/event-dates.ts",
    text: "if (startsAt.getTime() !== was.startsAt.getTime()) {",
    becomes: "if (isMoved) {",
    red: {
      file: CANCELLATION_TEST,
      test: "tells every order of a moved date once for each change, keeps its admissions, and tells of a cancelled one once",
    },
  },
  {
    name: "cancellations: tickets move without taking places",
    breaks: "no place is sold twice",
    file: "service/src/payments/use-cases/cancellations/choose.ts",
    text: "  await shiftPlaces(tx, eventId, types);\n",
    becomes: "",
    red: {
      file: "service/test/refunds/choice.test.ts",
      test: "moves no ticket to a date that is full, of another event or cancelled, and of two orders for the last places one",
    },
  },
  {
    name: "refund policy: its hours are not looked at",
    breaks: "a buyer refunds inside the policy only",
    file: "service/src/payments/store/refund-policies.ts",
    text: "now() < date.starts_at - make_interval(hours => (refund_policy ->> 'untilHoursBefore')::integer)",
    becomes: "now() < date.starts_at",
    red: {
      file: BUYER_REFUNDS_TEST,
      test: "a buyer refunds inside the policy: its percentage, less the fee, until its hours before the date",
    },
  },
  {
    name: "refund requests: a decided request is decided again",
    breaks: "a request is decided once",
    file: "service/src/payments/store/refund-requests.ts",
    text: "WHERE id = $1 AND state = 'OPEN' RETURNING id",
    becomes: "WHERE id = $1 RETURNING id",
    red: { file: BUYER_REFUNDS_TEST, test: "a request goes to the organiser once, who approves or declines it" },
  },
];
