import assert from "node:assert/strict";
import test from "node:test";
import type { NewReservation } from "#src/reservations/domain/reservation.ts";
import { type EventQueue, joinQueue as joinWithin, type PendingRequest } from "./reservation-queue.ts";
import type { ReservationRequest } from "./reservation-request.ts";

const request = (more: Partial<ReservationRequest> = {}): ReservationRequest => ({
  caller: {
    id: 1,
    name: "",
    email: "",
    account: { id: 1, name: "", currency: "AUD" },
    capabilities: new Set(),
    passwordVersion: 1,
  },
  eventId: 1,
  wanted: [],
  ...more,
});

const joinQueue = (
  ...[queues, request, decide]: [Map<number, EventQueue>, ReservationRequest, Parameters<typeof joinWithin>[2]]
) => joinWithin(queues, request, decide, 60_000);

const yes = { ok: true as const, reservation: {} as NewReservation };

test("those who come together are decided together; those who come meanwhile make the next batch", async () => {
  const queues = new Map<number, EventQueue>();
  const sizes: number[] = [];
  const { promise: first, resolve: decideFirst } = Promise.withResolvers<void>();
  const decide = async (batch: readonly PendingRequest[]) => {
    sizes.push(batch.length);
    if (sizes.length === 1) await first;
    for (const { answer } of batch) answer(yes);
  };
  const together = [1, 2, 3].map(() => joinQueue(queues, request(), decide));
  while (sizes.length === 0) await new Promise(setImmediate);
  const meanwhile = [1, 2].map(() => joinQueue(queues, request(), decide));
  decideFirst();
  await Promise.all([...together, ...meanwhile]);
  assert.deepEqual(sizes, [3, 2]);
  while (queues.size > 0) await new Promise(setImmediate);
});

test("P28: a full queue says at once that it is busy, and does not grow", async () => {
  const queues = new Map<number, EventQueue>();
  const never = () => new Promise<void>(() => {});
  const waiting = Array.from({ length: 12_000 }, () => joinQueue(queues, request(), never));
  assert.equal(waiting.length, 12_000);
  assert.deepEqual(await joinQueue(queues, request(), never), { ok: false, refusal: "busy" });
  // Another event has a queue of its own.
  assert.deepEqual(await joinQueue(queues, request({ eventId: 2 }), async ([pending]) => pending?.answer(yes)), yes);
});

test("whoever has gone is dropped before the batch is built", async () => {
  const decided: number[] = [];
  const decide = async (batch: readonly PendingRequest[]) => {
    decided.push(batch.length);
    for (const { answer } of batch) answer(yes);
  };
  const queues = new Map<number, EventQueue>();
  const asked = [true, false, true].map((gone) => joinQueue(queues, request({ isDisconnected: () => gone }), decide));
  const outcomes = await Promise.all(asked);
  assert.deepEqual(
    outcomes.map(({ ok }) => ok),
    [false, true, false],
  );
  assert.deepEqual(decided, [1]);
});

test("a batch that breaks is told to each of its members, and the next one comes all the same", async () => {
  const queues = new Map<number, EventQueue>();
  const fault = new Error("The cable was pulled.");
  const broken = joinQueue(queues, request(), () => Promise.reject(fault));
  await assert.rejects(broken, fault);
  assert.deepEqual(await joinQueue(queues, request(), async ([pending]) => pending?.answer(yes)), yes);
});

test("P28: whoever has waited too long is told that the service is busy, and nothing is decided", async () => {
  const decide = () => assert.fail("nobody is left");
  const outcome = await joinWithin(new Map(), request(), decide, -1);
  assert.deepEqual(outcome, { ok: false, refusal: "busy" });
});
