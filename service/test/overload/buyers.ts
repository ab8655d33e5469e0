import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Answered, requestBytes } from "#test/bench/https-client.ts";
import { count, type Observed } from "#test/kills/observed.ts";
import type { Random } from "#test/kills/random.ts";
import type { Client } from "./client.ts";
import { CARD_NUMBER, type OnSale } from "./system.ts";

/** What buyers of one step were answered. */
export type Tally = {
  offered: number;
  reserved: number;
  /** Pay calls of locked carts, and how many of them were answered with SUCCESS. */
  begun: number;
  paid: number;
  /** How long each answer 503 or 429 took, and each whole purchase, in ms. */
  readonly refusedMs: number[];
  readonly purchaseMs: number[];
  refusedWithoutRetryAfter: number;
  noAnswer: number;
};

export function emptyTally(): Tally {
  const none = { offered: 0, reserved: 0, begun: 0, paid: 0, noAnswer: 0, refusedWithoutRetryAfter: 0 };
  return { ...none, refusedMs: [], purchaseMs: [] };
}

export type Sale = OnSale & { readonly client: Client; readonly observed: Observed };

/** The storefront's timeouts (TICKETING_WRITE_MS, TICKETING_PAY_MS). */
const WRITE_MS = 10_000;
const PAY_MS = 33_000;
/** A buyer who has tickets and is refused as busy presses the button again. */
const LOCK_TRIES_MAX = 5;
const MS_PER_SECOND = 1_000;
const BUYER = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" };
const CARD = { name: "Ada Lovelace", number: CARD_NUMBER, expiryMonth: 12, expiryYear: 2090, cvv: "123" };

/** Reserves a ticket, locks its cart and pays by card, once. A buyer who is refused a reservation leaves. Returns whether all succeeded. */
export async function buyOnce(sale: Sale, random: Random, tally: Tally): Promise<boolean> {
  const { eventId, ticketTypeId, price } = random.pick(sale.events);
  const begun = performance.now();
  tally.offered += 1;
  const tickets = [{ ticketType: ticketTypeId, quantity: 1 }];
  const reserved = bodyOf(await ask(sale, tally, "/reservation/", { event: eventId, tickets }));
  if (reserved?.successful !== true) return false;
  tally.reserved += 1;
  sale.observed.reserved.add(String(reserved.key));
  const cart = String(reserved.multiSaleKey);
  if (!(await lock(sale, tally, cart))) return false;

  tally.begun += 1;
  const answered = await ask(sale, tally, `/cart/${cart}/payment`, { amount: price, creditCard: CARD }, PAY_MS);
  if (bodyOf(answered)?.type !== "SUCCESS") return false;
  tally.paid += 1;
  tally.purchaseMs.push(performance.now() - begun);
  sale.observed.paid.add(cart);
  return true;
}

async function lock(sale: Sale, tally: Tally, cart: string): Promise<boolean> {
  for (let tries = 1; tries <= LOCK_TRIES_MAX; tries += 1) {
    const answered = await ask(sale, tally, `/cart/${cart}/lock`, BUYER);
    if (bodyOf(answered)?.successful === true) return true;
    if (answered === "no_answer" || answered.retryAfter === undefined) return false;
    await pause(Number(answered.retryAfter) * MS_PER_SECOND);
  }
  return false;
}

async function ask(
  { target, credential, client, observed }: Sale,
  tally: Tally,
  path: string,
  body: object,
  payMs?: number,
): Promise<Answered | "no_answer"> {
  const isPayment = payMs !== undefined;
  const headers = isPayment ? [`Idempotency-Key: ${randomUUID()}`] : [];
  const request = requestBytes(target, { path, credential, body }, headers);
  const begun = performance.now();
  const answered = await client.ask({ request, limitMs: payMs ?? WRITE_MS, isFresh: isPayment });
  const what = path.replace(/[A-Z0-9]{10}/, "{key}");
  count(observed, `${what}: ${answered === "no_answer" ? answered : answered.status}`);
  if (answered === "no_answer") {
    tally.noAnswer += 1;
    return answered;
  }
  if (answered.status === 503 || answered.status === 429) {
    tally.refusedMs.push(performance.now() - begun);
    if (answered.retryAfter === undefined) tally.refusedWithoutRetryAfter += 1;
  } else if (answered.status !== 200)
    observed.faults.push(`${what} was answered with ${answered.status} ${answered.body}`);
  return answered;
}

function bodyOf(answered: Answered | "no_answer"): Readonly<Record<string, unknown>> | undefined {
  return answered === "no_answer" || answered.status !== 200 ? undefined : Object(JSON.parse(answered.body));
}
