import { z } from "zod";
import { answer, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { type ErrorRow, errorRow, row } from "#src/platform/http/error-rows.ts";
import { RENDERER_REFUSED } from "#src/platform/http/mail-fields.ts";
import type { Reason } from "#src/platform/http/reasons.ts";
import type { Refused, ReservationRefusalCode } from "#src/reservations/domain/terms.ts";
import type { CartRefusal } from "#src/reservations/use-cases/carts.ts";
import type { LockOutcome } from "#src/reservations/use-cases/lock-cart.ts";
import { answersRefused } from "./buyer-body.ts";

/** The fields that each answer has when the call may refuse: a business refusal is 200 with `successful: false`. */
export const verdict = {
  successful: z.boolean(),
  messages: z.array(z.string()),
  errors: z.array(errorRow.extend({ code: z.string() })),
};

export type Verdict = {
  readonly successful: boolean;
  readonly messages: string[];
  readonly errors: ErrorRow[];
};

export const YES: Verdict = { successful: true, messages: [], errors: [] };

export function no(errors: readonly ErrorRow[]): Verdict {
  return { successful: false, messages: errors.map(({ message }) => message), errors: [...errors] };
}

/** The answer to one more buyer while the service is at its limit. It did nothing. */
export function busy() {
  return refuse(503, [row("", "busy", "The service is busy. Try again in a moment.")], { "retry-after": "1" });
}

const RESERVATION: Readonly<
  Record<ReservationRefusalCode, readonly [reason: Reason, messageOf: (refused: Refused) => string]>
> = {
  SOLD_OUT: ["sold_out", (refused) => `${named(refused)} is sold out. Choose another ticket type or date.`],
  NOT_ENOUGH: ["not_enough", (refused) => `Only ${refused.left ?? 0} of ${named(refused)} are left. Choose fewer.`],
  OVER_LIMIT: [
    "over_limit",
    (refused) => `At most ${refused.limit ?? 0} of ${named(refused)} can be in one order. ${more(refused)}`,
  ],
  UNDER_MINIMUM: [
    "under_minimum",
    (refused) => `An order needs at least ${refused.limit ?? 1} of ${named(refused)}. Choose more.`,
  ],
  NOT_ON_SALE: ["not_on_sale", (refused) => `${named(refused)} is not on sale yet. Check when its sale begins.`],
  CLOSED: ["sale_closed", (refused) => `The sale of ${named(refused)} has ended. Choose another ticket type or date.`],
  CANCELLED: ["cancelled", (refused) => `${named(refused)} is cancelled. Choose another date.`],
  CODE_REQUIRED: ["code_required", (refused) => `${named(refused)} needs a booking code. Send it as bookingCode.`],
  MIXED_CURRENCY: [
    "mixed_currency",
    () => "The cart is in another currency. Omit multiOrderKey to start another cart.",
  ],
  WRONG_STATE: ["cart_locked", () => "The cart is locked or being paid for. Unlock it first, or start another cart."],
  OFFER_ENDED: [
    "offer_ended",
    () => "The offer has ended, or is for other tickets. Read the entry in the waiting list.",
  ],
  HOLD_ENDED: [
    "not_in_cart",
    () => "This reservation is not in the cart, or no longer. Read the cart, and send the request for what it has.",
  ],
  NOT_FOUND: ["no_such_thing", () => "There is no such ticket type in this event. Read the event's offering."],
};

export function rowOf(refused: Refused): ErrorRow {
  const { code, path, ticketType, left, limit } = refused;
  const [reason, messageOf] = RESERVATION[code];
  return {
    ...row(path, reason, messageOf(refused), limit),
    ...(ticketType !== undefined && { ticketType }),
    ...(left !== undefined && { left }),
  };
}

function more({ left = 0, limit = 0 }: Refused): string {
  if (left === limit) return "Choose fewer.";
  return left === 0 ? "This cart has as many as it can." : `This cart can have ${left} more.`;
}

function named({ ticketTypeName }: Refused): string {
  return ticketTypeName ?? "This ticket type";
}

const CART: Readonly<Record<Exclude<CartRefusal, "no_such_thing">, readonly [Reason, string]>> = {
  empty: ["cart_empty", "The cart is empty. Reserve tickets into it first."],
  expired: ["hold_ended", "The reservation has expired. Reserve the tickets again."],
  wrong_state: ["payment_started", "A payment of the tickets is in flight or done. Read the sale."],
  mixed_currency: [
    "mixed_currency",
    "The cart has two currencies. Release the tickets in one of them, and reserve those in another cart.",
  ],
  ceiling_reached: ["ceiling_reached", "The reservation cannot be extended further. Pay before it expires."],
};

/** Returns the answer to a refused lock, unlock, extend or change of codes. */
export function cartRefused(refusal: CartRefusal, what: "cart" | "reservation"): Reply<Verdict> {
  return refusal === "no_such_thing" ? missing("key", what) : answer(no([row("", ...CART[refusal])]));
}

/** Returns the answer to a refused lock, with a row for each wrong field or each cancelled ticket type. */
export function lockRefused(
  refused: Extract<LockOutcome, { readonly ok: false }>,
  what: "cart" | "reservation",
): Reply<Verdict> {
  switch (refused.refusal) {
    case "answers_refused":
      return answersRefused(refused.problems, refused.terms, refused.unplaced);
    case "renderer_refused":
      return refuse(400, [RENDERER_REFUSED]);
    case "cancelled":
      return answer(
        no(
          refused.cancelled.map(({ ticketTypeId: ticketType, eventName }) => {
            const message = `${eventName} is cancelled. Release its tickets: they are not charged.`;
            return { ...row("", "cancelled", message), ticketType };
          }),
        ),
      );
    default:
      return cartRefused(refused.refusal, what);
  }
}
