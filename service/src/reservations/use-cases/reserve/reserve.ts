import { count } from "#src/platform/domain/measure.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isAboutData, isBusy, isConflict, retryOnConflict } from "#src/platform/store/faults.ts";
import { listEnabledDiscounts } from "#src/pricing/store/discounts.ts";
import type { CartState } from "#src/reservations/domain/cart.ts";
import type { Terms } from "#src/reservations/domain/terms.ts";
import { validate } from "#src/reservations/domain/validate.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import { findTerms } from "#src/reservations/store/terms.ts";
import {
  type EventQueue,
  joinQueue,
  type PendingRequest,
  type ReservationOutcome,
  type ReservationRequest,
} from "./reservation-queue.ts";
import { type PricedRequest, reserveNewCarts } from "./reserve-new-carts.ts";
import { reserveEachWithCart } from "./reserve-with-cart.ts";

const queues = new WeakMap<Runtime, Map<number, EventQueue>>();

/** Reserves all wanted tickets or none. Requests for one event are decided together, in batches. */
export async function createReservation(runtime: Runtime, request: ReservationRequest): Promise<ReservationOutcome> {
  const queuesOfRuntime = queues.get(runtime) ?? new Map<number, EventQueue>();
  queues.set(runtime, queuesOfRuntime);
  const decide = (batch: readonly PendingRequest[]) => decideBatch(runtime, request.eventId, batch);
  const outcome = isTooLate(runtime, request)
    ? BUSY
    : await joinQueue(queuesOfRuntime, request, decide, runtime.limits.reservationWaitMs);
  measure(request, outcome);
  if (outcome.ok) {
    const tickets = request.wanted.reduce((sum, { quantity }) => sum + quantity, 0);
    runtime.log("info", "Tickets were reserved.", { eventId: request.eventId, tickets });
  }
  return outcome;
}

const BUSY: ReservationOutcome = { ok: false, refusal: "busy" };

/** Returns whether this process is too late to let one more buyer begin. Whoever has a cart or an offer goes on. */
function isTooLate(runtime: Runtime, { cartKey, waitingListOffer }: ReservationRequest): boolean {
  return cartKey === undefined && waitingListOffer === undefined && isTooLateToBegin(runtime);
}

/** Returns whether this process is too late for one more buyer, who begins with a reservation or asks for a cart first. */
export function isTooLateToBegin({ loopDelayMs, limits }: Runtime): boolean {
  return loopDelayMs() > limits.reservationLoopDelayMs;
}

function measure({ replaces = [] }: ReservationRequest, outcome: ReservationOutcome): void {
  if (outcome.ok) {
    count("foyer_service_reservations_total", { event: replaces.length > 0 ? "changed" : "reserved" });
    return;
  }
  count("foyer_service_reservations_total", { event: "refused" });
  const reason = outcome.refusal === "refused" ? outcome.rows[0]?.code : outcome.refusal;
  if (reason) count("foyer_service_reservations_refused_total", { reason });
}

/** Decides a batch and answers every request in it. When the data of one request breaks the batch, each is decided separately. */
async function decideBatch(runtime: Runtime, eventId: number, batch: readonly PendingRequest[]): Promise<void> {
  try {
    await retryOnConflict(() => decide(runtime, eventId, batch));
  } catch (error) {
    if (isBusy(error) || isConflict(error)) return answerAll(batch, "busy");
    if (!isAboutData(error) || batch.length === 1) return failAll(batch, error);
    for (const pending of batch) await decideBatch(runtime, eventId, [pending]);
  }
}

async function decide(runtime: Runtime, eventId: number, pendingRequests: readonly PendingRequest[]): Promise<void> {
  const batch = pendingRequests.filter(({ isAnswered }) => !isAnswered());
  if (batch.length === 0) return;
  const ticketTypeIds = new Set(batch.flatMap(({ request }) => request.wanted.map((wanted) => wanted.ticketTypeId)));
  const terms = await findTerms(runtime.db, eventId, [...ticketTypeIds]);
  if (terms === undefined) return answerAll(batch, "no_such_event");

  const requests = await validateBatch(runtime.db, terms, batch);
  const isPriced = terms.hasDiscounts || requests.some(({ startsPlainCart }) => !startsPlainCart);
  const discounts = isPriced ? await listEnabledDiscounts(runtime.db, terms.accountId) : [];
  const plain = requests.filter(({ startsPlainCart }) => startsPlainCart);
  const others = requests.filter(({ startsPlainCart }) => !startsPlainCart);
  if (plain.length > 0) await reserveNewCarts(runtime, terms, discounts, plain);
  if (others.length > 0) await reserveEachWithCart(runtime, terms, discounts, others);
}

function answerAll(batch: readonly PendingRequest[], refusal: "no_such_event" | "busy"): void {
  for (const { answer } of batch) answer({ ok: false, refusal });
}

function failAll(batch: readonly PendingRequest[], error: unknown): void {
  for (const { fail } of batch) fail(error);
}

/**
 * Validates everything about each request except the places: the account of its event and cart, the sale status, the limits
 * of an order. Answers those that fail, and returns the others.
 */
async function validateBatch(
  db: Db,
  terms: Terms,
  batch: readonly PendingRequest[],
): Promise<readonly PricedRequest[]> {
  const cartKeys = batch.flatMap(({ request }) => request.cartKey ?? []);
  const carts = cartKeys.length === 0 ? new Map<string, CartState>() : await findCartStates(db, cartKeys);
  return batch.flatMap((pending) => {
    const { caller, cartKey, replaces = [], wanted, boxOffice = false, codes = [], waitingListOffer } = pending.request;
    const cart = cartKey === undefined ? undefined : carts.get(cartKey);
    if (terms.accountId !== caller.account.id) return answerRefused(pending, "no_such_event");
    if (cartKey !== undefined && cart?.accountId !== caller.account.id) return answerRefused(pending, "no_such_cart");

    const hasCodes = codes.length > 0 || cart?.isPriced === true;
    // The first reservation of a cart is decided like one without a cart. A second one in this batch adds to it.
    const isFirst =
      cartKey !== undefined &&
      replaces.length === 0 &&
      isUnused(cart) &&
      cartKeys.indexOf(cartKey) === cartKeys.lastIndexOf(cartKey);
    const joinsCart = cartKey !== undefined && !isFirst;
    const validated = validate(terms, wanted, { boxOffice, hasCodes, joinsCart });
    if (!validated.ok) {
      pending.answer({ ok: false, refusal: "refused", rows: validated.refused });
      return [];
    }
    return [
      { pending, priced: validated.priced, startsPlainCart: !hasCodes && !joinsCart && waitingListOffer === undefined },
    ];
  });
}

/** Returns whether a cart was created and nothing was ever reserved in it. */
function isUnused(cart: CartState | undefined): boolean {
  return cart !== undefined && cart.sales.length === 0 && !cart.isPriced;
}

function answerRefused(pending: PendingRequest, refusal: "no_such_event" | "no_such_cart"): readonly [] {
  pending.answer({ ok: false, refusal });
  return [];
}
