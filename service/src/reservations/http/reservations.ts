import { z } from "zod";
import type { Capability } from "#src/platform/domain/caller.ts";
import { answer, declareCall, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { id, ref, toRef } from "#src/platform/http/shapes.ts";
import { splitCodes } from "#src/pricing/domain/code.ts";
import { bookingCode, codeAnswer, toCodeAnswer } from "#src/pricing/http/code-shapes.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import { keepTickets } from "#src/reservations/use-cases/keep-tickets.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { releaseReservation } from "#src/reservations/use-cases/release.ts";
import type { ReservationRefusal } from "#src/reservations/use-cases/reserve/reservation-queue.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";
import { type BuyerBodies, buyerOf, lockInputOf } from "./buyer-body.ts";
import { busy, cartRefused, lockRefused, no, rowOf, verdict, YES } from "./refusals.ts";
import { invoice, key, keyParams, saleStatus, toInstant, toInvoice } from "./sale-shapes.ts";
import { sourceBody } from "./source-shape.ts";

const LINES_MAX = 50;
const QUANTITY_MAX = 100_000;
/** The most reservations that one call may replace. */
const REPLACES_MAX = 20;

export const tickets = z
  .array(z.strictObject({ ticketType: id, quantity: z.int().min(1).max(QUANTITY_MAX) }))
  .min(1)
  .max(LINES_MAX);

/**
 * Unpaid reservations of this event in the cart `multiOrderKey`. They are released when the new one is made, and stay when
 * it is refused. Their tickets count neither against the stock nor against the limits of the order. A key that is gone refuses the
 * call: another change of the cart was first.
 */
export const replaces = z.array(key).max(REPLACES_MAX);

const reservationBody = z.strictObject({
  event: id,
  tickets,
  /** Booking, reveal and discount codes, separated by spaces. */
  bookingCode: bookingCode.optional(),
  boxOffice: z.boolean().optional(),
  multiOrderKey: key.optional(),
  replaces: replaces.optional(),
  /** The key of an offer of the waiting list. The reservation takes its places; those that it leaves go to the next in line. */
  waitingListOffer: key.optional(),
  layby: z.literal(false).optional(),
  source: sourceBody.optional(),
});

/** The fields after the verdict are absent when the reservation is refused. */
export const reserved = z.object({
  ...verdict,
  key: z.string().optional(),
  multiSaleKey: z.string().optional(),
  link: z.string().optional(),
  status: saleStatus.optional(),
  event: ref.optional(),
  expiry: z.string().optional(),
  expirySeconds: z.int().optional(),
  invoice: invoice.optional(),
  admissions: z.array(ref).optional(),
  codes: z.array(codeAnswer).optional(),
});

const released = z.object({ ...verdict, key: z.string().optional() });

const reserve = declareCall({
  method: "POST",
  path: "/reservation",
  summary: "Reserve tickets, all of them or none",
  access: ["PUBLIC", "BOX_OFFICE"],
  body: reservationBody,
  answer: reserved,
  async handle({ runtime, caller, body, isDisconnected }) {
    // Users who only scan or only manage cannot reserve.
    const needed = body.boxOffice ? "BOX_OFFICE" : "PUBLIC";
    if (!caller.capabilities.has(needed)) return lacks(needed, "boxOffice");
    if (body.replaces && !body.multiOrderKey) return refuseReplacesWithoutCart();
    const outcome = await createReservation(runtime, {
      caller,
      eventId: body.event,
      wanted: body.tickets.map(({ ticketType, quantity }) => ({ ticketTypeId: ticketType, quantity })),
      boxOffice: body.boxOffice === true,
      source: body.source ?? {},
      codes: splitCodes(body.bookingCode ?? ""),
      isDisconnected,
      ...(body.multiOrderKey && { cartKey: body.multiOrderKey }),
      ...(body.replaces && { replaces: body.replaces }),
      ...(body.waitingListOffer && { waitingListOffer: body.waitingListOffer }),
    });
    return outcome.ok ? answer(toReserved(outcome.reservation)) : notReserved(outcome);
  },
});

const release = declareCall({
  method: "DELETE",
  path: "/reservation/{key}",
  summary: "Release a reservation: its tickets are available again",
  access: ["PUBLIC", "BOX_OFFICE"],
  params: keyParams,
  answer: released,
  async handle({ runtime, caller, params }) {
    const outcome = await releaseReservation(runtime, caller, params.key);
    if (outcome.ok) return answer({ ...YES, key: params.key });
    return cartRefused(outcome.refusal === "wrong_state" ? "wrong_state" : "no_such_thing", "reservation");
  },
});

const keep = declareCall({
  method: "PUT",
  path: "/reservation/{key}/tickets",
  isExtension: true,
  summary: "Give tickets back: set how many of a reservation are kept, at their prices and terms",
  access: ["PUBLIC", "BOX_OFFICE"],
  params: keyParams,
  body: z.strictObject({
    /** What is kept; a type that is not named is given back. Nothing at all releases the reservation. */
    tickets: z
      .array(z.strictObject({ ticketType: id, quantity: z.int().min(0).max(QUANTITY_MAX) }))
      .min(1)
      .max(LINES_MAX),
  }),
  answer: reserved,
  async handle({ runtime, caller, params, body }) {
    const kept = body.tickets.map(({ ticketType, quantity }) => ({ ticketTypeId: ticketType, quantity }));
    const outcome = await keepTickets(runtime, caller, params.key, kept);
    if (outcome.ok) return answer(outcome.sale ? toReserved(outcome.sale) : { ...YES, key: params.key });
    if (outcome.refusal === "refused") return answer(no(outcome.rows.map(rowOf)));
    if (outcome.refusal !== "more_than_reserved") return cartRefused(outcome.refusal, "reservation");
    const rows = outcome.rows.map(({ path, ticketType, reserved }) => {
      const message = `Only ${reserved} are reserved. Send how many of them are kept.`;
      return { ...row(path, "more_than_reserved", message), ticketType, left: reserved };
    });
    return refuse(400, rows);
  },
});

const lockCall = (body: BuyerBodies["lock"]) =>
  declareCall({
    method: "POST",
    path: "/reservation/{key}/lock",
    summary: "Set the buyer's details and lock the reservation for payment",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: keyParams,
    body,
    answer: z.object({ ...verdict, status: saleStatus.optional(), expirySeconds: z.int().optional() }),
    async handle({ runtime, caller, params, body }) {
      const outcome = await lockCart(runtime, caller, params, buyerOf(body), lockInputOf(body));
      if (!outcome.ok) return lockRefused(outcome, "reservation");
      return answer({ ...YES, status: "LOCKED" as const, expirySeconds: outcome.secondsLeft });
    },
  });

/** Returns these calls with the bodies that the service accepts about a buyer. */
export function reservationCalls(bodies: BuyerBodies) {
  return [reserve, keep, release, lockCall(bodies.lock)];
}

/** Refuses a call with `replaces` and without the cart of those reservations. */
export function refuseReplacesWithoutCart(): Reply<never> {
  const message = "multiOrderKey is required: name the cart that the replaced reservations are in.";
  return refuse(400, [row("multiOrderKey", "required", message)]);
}

export function lacks(capability: Capability, path: string): Reply<never> {
  return refuse(403, [row(path, "not_allowed", `This user lacks the ${capability} capability.`)]);
}

function toReserved(made: NewReservation): z.input<typeof reserved> {
  return {
    ...YES,
    key: made.key,
    multiSaleKey: made.cartKey,
    link: `/v2/reservation/${made.key}`,
    status: "RESERVED",
    event: toRef("event", { id: made.eventId, name: made.eventName }),
    expiry: toInstant(made.expiresAt),
    expirySeconds: made.secondsLeft,
    invoice: toInvoice(made),
    admissions: [],
    codes: made.codes.map((one) => toCodeAnswer(one, made.total.currency)),
  };
}

function notReserved(outcome: ReservationRefusal): Reply<z.input<typeof reserved>> {
  switch (outcome.refusal) {
    case "no_such_event":
      return missing("event", "event");
    case "no_such_cart":
      return missing("multiOrderKey", "cart");
    case "refused": {
      const { rows, codes } = outcome;
      const unknown = rows.filter(({ code }) => code === "NOT_FOUND");
      const answered = codes && { codes: codes.answers.map((one) => toCodeAnswer(one, codes.currency)) };
      return unknown.length > 0 ? refuse(400, unknown.map(rowOf)) : answer({ ...no(rows.map(rowOf)), ...answered });
    }
    case "busy":
    case "disconnected":
      return busy();
  }
}
