import assert from "node:assert/strict";
import test from "node:test";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import {
  type EventQueue,
  joinQueue as joinWithin,
  type PendingRequest,
  type ReservationRequest,
} from "./reservation-queue.ts";

const request = (more: Partial<ReservationRequest> = {}): ReservationRequest => ({
  caller: {
    id: 1,
    name: "",
    email: "",
    account: { id: 1, name: "", currency: "AUD" },
    capabilities: new Set(),
    scanDates: null,
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

test("decides concurrent requests in one batch, and those that arrive meanwhile in the next", async () => {
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

test("decides many requests that arrive together in two halves, and later ones in alternating batches", async () => {
  const queues = new Map<number, EventQueue>();
  const sizes: number[] = [];
  const written: (() => void)[] = [];
  const decide = async (batch: readonly PendingRequest[]) => {
    sizes.push(batch.length);
    await new Promise<void>((resolve) => written.push(resolve));
    for (const { answer } of batch) answer(yes);
  };
  const turn = () => new Promise(setImmediate);
  const arrive = (requests: number) => Array.from({ length: requests }, () => joinQueue(queues, request(), decide));
  const outcomes = arrive(201);
  await turn();
  await turn();
  assert.deepEqual(sizes, [101, 100]);
  outcomes.push(...arrive(150));
  written.shift()?.();
  await turn();
  assert.deepEqual(sizes, [101, 100, 150], "one batch is being written, so the next takes all that wait");
  for (const write of written) write();
  await Promise.all(outcomes);
  outcomes.push(...arrive(100));
  await turn();
  await turn();
  assert.deepEqual(sizes.slice(3), [100], "too few for two");
  written.at(-1)?.();
  await Promise.all(outcomes);
});

test("P28: answers busy at once when the queue of an event is full", async () => {
  const queues = new Map<number, EventQueue>();
  const never = () => new Promise<void>(() => {});
  const waiting = Array.from({ length: 12_000 }, () => joinQueue(queues, request(), never));
  assert.equal(waiting.length, 12_000);
  assert.deepEqual(await joinQueue(queues, request(), never), { ok: false, refusal: "busy" });
  // Each event has its own queue.
  assert.deepEqual(await joinQueue(queues, request({ eventId: 2 }), async ([pending]) => pending?.answer(yes)), yes);
});

test("drops requests of disconnected clients before it builds the batch", async () => {
  const decided: number[] = [];
  const decide = async (batch: readonly PendingRequest[]) => {
    decided.push(batch.length);
    for (const { answer } of batch) answer(yes);
  };
  const queues = new Map<number, EventQueue>();
  const requests = [true, false, true].map((is) => joinQueue(queues, request({ isDisconnected: () => is }), decide));
  const outcomes = await Promise.all(requests);
  assert.deepEqual(
    outcomes.map(({ ok }) => ok),
    [false, true, false],
  );
  assert.deepEqual(decided, [1]);
});

test("rejects every request of a batch that throws, and decides the next batch", async () => {
  const queues = new Map<number, EventQueue>();
  const fault = new Error("The connection was lost.");
  const broken = joinQueue(queues, request(), () => Promise.reject(fault));
  await assert.rejects(broken, fault);
  assert.deepEqual(await joinQueue(queues, request(), async ([pending]) => pending?.answer(yes)), yes);
});

test("P28: answers busy to a request that has waited too long, without deciding it", async () => {
  const decide = () => assert.fail("no request is left");
  const outcome = await joinWithin(new Map(), request(), decide, -1);
  assert.deepEqual(outcome, { ok: false, refusal: "busy" });
});
