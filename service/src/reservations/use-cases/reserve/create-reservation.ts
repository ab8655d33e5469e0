import { count } from "#src/platform/domain/measure.ts";
import type { World } from "#src/platform/world.ts";
import { decideBatch } from "./batch-loop.ts";
import { type EventQueue, joinQueue, type PendingRequest } from "./reservation-queue.ts";
import type { ReservationOutcome, ReservationRequest } from "./reservation-request.ts";

const queues = new WeakMap<World, Map<number, EventQueue>>();

/** Reserves all wanted tickets or none. Requests for one event are decided together, in batches. */
export async function createReservation(world: World, request: ReservationRequest): Promise<ReservationOutcome> {
  const ofWorld = queues.get(world) ?? new Map<number, EventQueue>();
  queues.set(world, ofWorld);
  const decide = (batch: readonly PendingRequest[]) => decideBatch(world, request.eventId, batch);
  const outcome = await joinQueue(ofWorld, request, decide, world.limits.reservationWaitMs);
  measure(request, outcome);
  return outcome;
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
