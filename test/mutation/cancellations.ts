import type { Mutant } from "./mutant.ts";

const CANCELLATION_TEST = "service/test/refunds/cancellation.test.ts";
const PAID_TEST = "service/test/refunds/paid-while-cancelled.test.ts";
const SETTLE_ATTEMPT = "service/src/payments/use-cases/settle-attempt.ts";
const JOBS_TEST = "service/test/refunds/refund-jobs.test.ts";
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
    file: "service/src/payments/store/refund-jobs.ts",
    text: "AND status = 'PROCESSING' LIMIT 1) IS NULL",
    becomes: "AND status = 'UNKNOWN' LIMIT 1) IS NULL",
    red: {
      file: CANCELLATION_TEST,
      test: "a payment that was under way when its event was cancelled is refunded by the job too",
    },
  },
  {
    name: "cancellations: buyers are told of a date that did not move",
    breaks: "each change of a date is told once",
    file: "service/src/catalogue/use-cases/event-dates.ts",
    text: "const isMoveTold = startsAt.getTime() !== was.startsAt.getTime() && !was.isOver;",
    becomes: "const isMoveTold = isMoved && !was.isOver;",
    red: {
      file: CANCELLATION_TEST,
      test: "tells every order of a moved date once for each change, keeps its admissions, and tells of a cancelled one once",
    },
  },
  {
    name: "cancellations: buyers are told of a date that was over",
    breaks: "nobody is told of a date that is over",
    file: "service/src/catalogue/use-cases/event-dates.ts",
    text: "const isMoveTold = startsAt.getTime() !== was.startsAt.getTime() && !was.isOver;",
    becomes: "const isMoveTold = startsAt.getTime() !== was.startsAt.getTime();",
    red: {
      file: CANCELLATION_TEST,
      test: "tells nobody of a date that was over, by the clock of the database, when it is edited, moved or cancelled",
    },
  },
  {
    name: "cancellations: a cancelled event refunds its dates that were over",
    breaks: "only tickets of dates that do not take place are refunded",
    file: "service/src/payments/store/refund-jobs.ts",
    text: "AND date.ends_at <= cancellation.created_at)",
    becomes: "AND date.ends_at > cancellation.created_at + interval '1000 years')",
    red: {
      file: CANCELLATION_TEST,
      test: "cancelling an event refunds, and offers a choice for, its dates that are not over",
    },
  },
  {
    name: "cancellations: an authorised card of a cancelled event is charged",
    breaks: "nothing is charged for a cancelled event",
    file: SETTLE_ATTEMPT,
    text: "if ((await listCancelledTickets(tx, sales)).length > 0) {",
    becomes: "if ((await listCancelledTickets(tx, sales)).length < 0) {",
    red: {
      file: PAID_TEST,
      test: "voids a card that was authorised when its event was cancelled: nothing is charged, and the job ends",
    },
  },
  {
    name: "cancellations: a payment that is confirmed later is in no job",
    breaks: "every sale of a cancelled event is refunded",
    file: SETTLE_ATTEMPT,
    text: "  await listPaidSalesToRefund(tx, attemptId);\n",
    becomes: "",
    red: {
      file: PAID_TEST,
      test: "a payment that is confirmed after the job has ended opens the job again, is refunded, and its buyer is told",
    },
  },
  {
    name: "cancellations: a confirmation does not exclude a cancellation",
    breaks: "every sale of a cancelled event is refunded",
    file: "service/src/catalogue/store/cancelling.ts",
    text: 'pg_try_advisory_xact_lock_shared(${LOCK_ID("id")})',
    becomes: "true",
    red: { file: PAID_TEST, test: "a cancellation waits for a payment that is being confirmed, and refunds it" },
  },
  {
    name: "cancellations: a job does not wait for another refund of its sale",
    breaks: "every sale of a cancelled event is refunded",
    file: "service/src/payments/use-cases/cancellations/run-refund-jobs.ts",
    text: '    if (await hasStartedRefund(tx, eventId, saleId)) return "under_way";\n',
    becomes: "",
    red: {
      file: PAID_TEST,
      test: "a sale with a refund under way when its event is cancelled is refunded once that is refused",
    },
  },
  {
    name: "cancellations: a job goes on when the service stops",
    breaks: "the service stops at once",
    file: "service/src/payments/use-cases/cancellations/run-refund-jobs.ts",
    text: "while (!stopping?.aborted) {",
    becomes: "while (all >= 0) {",
    red: {
      file: JOBS_TEST,
      test: "stops after the sales in hand while hundreds are due, and the next start refunds the rest, each once",
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
  {
    name: "refund requests: the buyer of a request that was decided before is told again",
    breaks: "a decision is told once",
    file: "service/src/payments/use-cases/refunds/buyer-requests.ts",
    text: "if (!(await decideRequest(tx, id, decided))) return false;",
    becomes: "await decideRequest(tx, id, decided);",
    red: { file: BUYER_REFUNDS_TEST, test: "a request goes to the organiser once, who approves or declines it" },
  },
  {
    name: "cancellations: a date that was not cancelled is told to take place after all",
    breaks: "each change of a date is told once",
    file: "service/src/catalogue/use-cases/event-dates.ts",
    text: "if (!cancelled && was.cancelled && !isMoveTold) ",
    becomes: "if (!cancelled && !isMoveTold) ",
    red: {
      file: CANCELLATION_TEST,
      test: "tells every order of a moved date once for each change, keeps its admissions, and tells of a cancelled one once",
    },
  },
  {
    name: "moved dates: a ticket names a start from before it was bought",
    breaks: "a ticket names the start that its buyer knows",
    file: "service/src/admissions/store/admissions.ts",
    text: "AND moved_at > coalesce(admission.moved_at, sale.created_at)",
    becomes: "",
    red: {
      file: "service/test/admissions/moved-tickets.test.ts",
      test: "a ticket names the start that it was bought for while its date is at another",
    },
  },
  {
    name: "choices: tickets on another date than the chosen one count as moved to it",
    breaks: "a choice is called made only when the sale shows it",
    file: "lib/orders/date-choices.ts",
    text: "eventDateId === option.moveTo",
    becomes: "eventDateId !== open.eventDateId",
    red: {
      file: "lib/orders/date-choices.test.ts",
      test: "the same choice made before, or whose answer was lost, is read from the sale; another one is closed",
    },
  },
];
