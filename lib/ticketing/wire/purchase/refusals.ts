import "server-only";

import { z } from "zod";
import type { CodesRefusal, LockRefusal, LockRefused } from "#lib/ticketing/model/cart.ts";
import type { AnswerProblem } from "#lib/ticketing/model/field.ts";
import type { ReservationRefusal, ReservationRefused } from "#lib/ticketing/model/reservation.ts";
import { absent, id, optional } from "#lib/ticketing/wire/shapes.ts";

const row = z.object({
  path: optional(z.string(), ""),
  code: optional(z.string(), ""),
  ticketType: absent(id),
  left: absent(z.int().nonnegative()),
});

/** The body of every refusal. Codes decide; the sentences in `messages` are neither read nor shown. */
export const refused = z
  .object({ successful: z.literal(false), errors: optional(z.array(row), []) })
  .transform(({ errors }) => ({ errors }));

export type Refused = z.output<typeof refused>;

/** Returns whether this is a refusal because there is no such address: the service does not have the call. */
export function isNoSuchCall({ errors }: Refused): boolean {
  return errors.length === 1 && errors.every(({ path, code }) => path === "" && code === "NOT_FOUND");
}

const RESERVATION: Readonly<Record<string, ReservationRefusal>> = {
  SOLD_OUT: "sold_out",
  NOT_ENOUGH: "not_enough",
  OVER_LIMIT: "over_limit",
  UNDER_MINIMUM: "under_minimum",
  NOT_ON_SALE: "not_on_sale",
  CLOSED: "closed",
  CANCELLED: "cancelled",
  CODE_REQUIRED: "code_required",
  MIXED_CURRENCY: "mixed_currency",
  HOLD_ENDED: "reservation_expired",
  OFFER_ENDED: "reservation_expired",
  WRONG_STATE: "wrong_state",
  NOT_FOUND: "no_longer_on_sale",
};

export function reservationRefused({ errors }: Refused): ReservationRefused {
  const shortages = errors.flatMap(({ ticketType, code, left }) => {
    const refusal = RESERVATION[code];
    if (ticketType === undefined || refusal === undefined) return [];
    return [{ ticketTypeId: ticketType, refusal, ...(left === undefined ? {} : { left }) }];
  });
  const [refusal = "refused"] = errors.flatMap(({ code }) => RESERVATION[code] ?? []);
  return { refusal, shortages };
}

const LOCK: Readonly<Record<string, LockRefusal>> = {
  HOLD_ENDED: "reservation_expired",
  NOT_FOUND: "reservation_expired",
  WRONG_STATE: "wrong_state",
  ALREADY_PAID: "already_paid",
  CANCELLED: "cancelled",
  REQUIRED: "details_refused",
  TYPE: "details_refused",
  RANGE: "details_refused",
  UNKNOWN_FIELD: "details_refused",
};

/** The fields that a service without one-name Buyers refuses or misses. */
const OF_ONE_NAME: readonly string[] = ["FIRST_NAME", "ONE_NAME"];

export function lockRefused(no: Refused): LockRefused {
  // Without a reason it is most likely a detail or an answer that the service requires.
  if (no.errors.length === 0) return { refusal: "details_refused", isUnexplained: true };
  // A service with codes of its own still names the field.
  const [refusal = "wrong_state"] = no.errors.flatMap(
    ({ path, code }) => LOCK[code] ?? (OF_ONE_NAME.includes(path) ? "details_refused" : []),
  );
  const problems = answerProblems(no.errors);
  return { refusal, ...(problems.length > 0 && { problems }) };
}

const CODES: Readonly<Record<string, CodesRefusal>> = {
  HOLD_ENDED: "reservation_expired",
  WRONG_STATE: "wrong_state",
  CODE_REQUIRED: "code_required",
};

export function codesRefused({ errors }: Refused): CodesRefusal {
  const [refusal = "refused"] = errors.flatMap(({ code }) => CODES[code] ?? []);
  return refusal;
}

const PROBLEMS: Readonly<Record<string, AnswerProblem["problem"]>> = {
  REQUIRED: "missing",
  RANGE: "not_accepted",
  TYPE: "wrong_format",
};

type ErrorRow = { readonly path: string; readonly code: string };

/** No field of the form: the service refuses the details as a whole. */
const NO_FIELD: readonly string[] = ["", "OPT_IN", "LANGUAGE"];

/** Returns the problems by field of the Buyer or answer: `EMAIL`, `Team`, or `guests[1].data.Diet`. */
export function answerProblems(errors: readonly ErrorRow[], ofGuest = false): readonly AnswerProblem[] {
  return errors.flatMap(({ path, code }) => {
    const problem = PROBLEMS[code];
    if (problem === undefined || (!ofGuest && NO_FIELD.includes(path))) return [];
    const guest = /^guests\[(\d{1,4})\]\.data\.(.+)$/.exec(path);
    return guest ? [{ name: guest[2] ?? "", guest: Number(guest[1]), problem }] : [{ name: path, problem }];
  });
}

/** A success or an expected refusal. A refusal is a value; only a fault is thrown. */
export type Outcome<Good, No> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & No);
