import { z } from "zod";
import { answer, missing, type Reply } from "#src/platform/http/call.ts";
import type { ErrorRow } from "#src/platform/http/error-rows.ts";
import type { Refused, ReservationRefusalCode } from "#src/reservations/domain/reservation-refusal.ts";
import type { HeldRefusal } from "#src/reservations/use-cases/held-sales.ts";

/** The part that every answer of a call has that may refuse: a business "no" is 200 and says so here. */
export const verdict = {
  successful: z.boolean(),
  messages: z.array(z.string()),
  errors: z.array(
    z.object({
      path: z.string(),
      code: z.string(),
      message: z.string(),
      ticketType: z.int().optional(),
      left: z.int().optional(),
    }),
  ),
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

const RESERVATION: Readonly<Record<ReservationRefusalCode, (refused: Refused) => string>> = {
  SOLD_OUT: (refused) => `${named(refused)} is sold out. Choose another ticket type or date.`,
  NOT_ENOUGH: (refused) => `Only ${refused.left ?? 0} of ${named(refused)} are left. Ask for fewer.`,
  OVER_LIMIT: (refused) => `At most ${refused.limit ?? 0} of ${named(refused)} go into one order. ${more(refused)}`,
  UNDER_MINIMUM: (refused) => `At least ${refused.limit ?? 1} of ${named(refused)} go into one order. Ask for more.`,
  NOT_ON_SALE: (refused) => `${named(refused)} is not on sale yet. Look when its sale begins.`,
  CLOSED: (refused) => `The sale of ${named(refused)} has ended. Choose another ticket type or date.`,
  CANCELLED: (refused) => `${named(refused)} was called off. Choose another date.`,
  CODE_REQUIRED: (refused) => `${named(refused)} needs a booking code. Send it as bookingCode.`,
  MIXED_CURRENCY: () => "The cart is in another currency. Leave multiOrderKey out to start another cart.",
  WRONG_STATE: () => "The cart is locked or being paid for. Unlock it first, or start another cart.",
  NOT_FOUND: () => "There is no such ticket type in this event. Read the event's offering.",
};

export function rowOf(refused: Refused): ErrorRow {
  const { code, path, ticketType, left } = refused;
  const message = RESERVATION[code](refused);
  return { path, code, message, ...(ticketType !== undefined && { ticketType }), ...(left !== undefined && { left }) };
}

function more({ left = 0, limit = 0 }: Refused): string {
  if (left === limit) return "Ask for fewer.";
  return left === 0 ? "This cart can take no more of them." : `This cart can take ${left} more.`;
}

function named({ ticketTypeName }: Refused): string {
  return ticketTypeName ?? "This ticket type";
}

const HELD: Readonly<Record<Exclude<HeldRefusal, "no_such_thing">, Omit<ErrorRow, "path">>> = {
  empty: { code: "WRONG_STATE", message: "There is nothing in this cart. Reserve tickets into it first." },
  hold_ended: { code: "HOLD_ENDED", message: "The tickets are no longer held. Reserve them again." },
  wrong_state: { code: "WRONG_STATE", message: "The tickets are being paid for, or have been. Read the sale back." },
  mixed_currency: {
    code: "MIXED_CURRENCY",
    message: "The cart holds two currencies. Release what is in one of them, and pay for it in another cart.",
  },
  ceiling_reached: {
    code: "CEILING_REACHED",
    message: "The tickets cannot be held any longer. Pay before the hold ends.",
  },
};

/** A refusal of lock, unlock or extend. */
export function heldRefused(refusal: HeldRefusal, what: "cart" | "reservation"): Reply<Verdict> {
  return refusal === "no_such_thing" ? missing("key", what) : answer(no([{ path: "", ...HELD[refusal] }]));
}
