import type { World } from "#src/platform/world.ts";
import { decideBatch } from "./batch-loop.ts";
import { type EventQueue, joinQueue, type PendingRequest } from "./reservation-queue.ts";
import type { ReservationOutcome, ReservationRequest } from "./reservation-request.ts";

const queues = new WeakMap<World, Map<number, EventQueue>>();

/** Reserves all wanted tickets or none. Requests for one event are decided together, in batches. */
export function createReservation(world: World, request: ReservationRequest): Promise<ReservationOutcome> {
  const ofWorld = queues.get(world) ?? new Map<number, EventQueue>();
  queues.set(world, ofWorld);
  const decide = (batch: readonly PendingRequest[]) => decideBatch(world, request.eventId, batch);
  return joinQueue(ofWorld, request, decide, world.limits.reservationWaitMs);
}
