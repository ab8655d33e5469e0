import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { BUYER, type OnSale } from "#test/buying.ts";
import { type Answer, type Answered, type Client, count, type Method, type Observed } from "./client.ts";
import { type Random, randomOf } from "./random.ts";

/** What is sold during a run. */
export type Shop = {
  readonly client: Client;
  /** The events on sale, which a run replaces when they are sold out. */
  readonly events: () => readonly [OnSale, ...OnSale[]];
  readonly vouchers: readonly [string, ...string[]];
  readonly observed: Observed;
};

/** Price and fee of a ticket. */
const TICKET_MINOR = 4_750;
const PER_UNIT = 100;
const TICKETS_MAX = 3;
const TRIES_MAX = 3;
/** Without places, or without a service, a buyer comes back after this time. */
const AGAIN_MS = 100;

/** The cards of the sandbox, by what they do; the good one most often. Cards that answer late would only make a run longer. */
const CARDS = [
  ...Array.from({ length: 12 }, () => "1111"),
  "1103",
  "1400",
  "1418",
  "1434",
  "1442",
  "1616",
  "1624",
] as unknown as readonly [string, ...string[]];

export type Buyers = {
  /** Waits until each buyer has ended the purchase that is under way. */
  readonly stop: () => Promise<void>;
};

/** Starts so many buyers, each of whom buys again and again until they are stopped. */
export function startBuyers(shop: Shop, { buyers, seed }: { readonly buyers: number; readonly seed: number }): Buyers {
  let isStopping = false;
  const running = Array.from({ length: buyers }, async (_, at) => {
    const random = randomOf(seed * 1_009 + at);
    while (!isStopping) await buyOnce(shop, random);
  });
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

/** Makes one whole purchase: reserve, release or lock, pay by card, by voucher or by both, and perhaps refund it. */
async function buyOnce(shop: Shop, random: Random): Promise<void> {
  const { observed } = shop;
  const { eventId, ticketTypeIds } = random.pick(shop.events());
  const quantity = random.between(1, TICKETS_MAX);
  const type = random.pick(ticketTypeIds as unknown as readonly [number, ...number[]]);
  const reserved = await ask(shop, "POST", "/reservation/", {
    event: eventId,
    tickets: [{ ticketType: type, quantity }],
  });
  if (!isDone(reserved)) return pause(AGAIN_MS);
  const key = String(reserved.body.key);
  const cart = String(reserved.body.multiSaleKey);
  observed.reserved.add(key);
  if (random.chance(0.1)) return void (await ask(shop, "DELETE", `/reservation/${key}`));

  const locked = await ask(shop, "POST", `/cart/${cart}/lock`, BUYER);
  if (!isDone(locked)) return;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const result = await pay(shop, random, cart, quantity * TICKET_MINOR);
    if (result === "paid" && random.chance(0.2)) await refund(shop, random, key);
    if (result !== "refused" || random.chance(0.4)) return;
  }
}

/** Pays, and repeats a payment whose answer was lost, half of the time, under the same idempotency key. */
async function pay(shop: Shop, random: Random, cart: string, minor: number): Promise<"paid" | "refused" | "unknown"> {
  const { observed } = shop;
  const body = paymentBody(shop, random, minor);
  const headers = { "idempotency-key": randomUUID() };
  observed.refused.delete(cart);
  let answered = await ask(shop, "POST", `/cart/${cart}/payment`, body, headers);
  const type = answered === "no_answer" ? "" : String(answered.body.type);
  if (type !== "SUCCESS" && type !== "REFUSED" && random.chance(0.5))
    answered = await ask(shop, "POST", `/cart/${cart}/payment`, body, headers);
  if (answered === "no_answer" || answered.status !== 200) return "unknown";
  const result = String(answered.body.type);
  if (result === "SUCCESS") observed.paid.add(cart);
  if (result === "REFUSED") observed.refused.add(cart);
  return result === "SUCCESS" ? "paid" : result === "REFUSED" ? "refused" : "unknown";
}

function paymentBody({ vouchers }: Shop, random: Random, minor: number): object {
  const amount = minor / PER_UNIT;
  const number = `411111111111${random.pick(CARDS)}`;
  const card = { creditCard: { name: "Ada", number, expiryMonth: 12, expiryYear: 2090, cvv: "123" } };
  if (random.chance(0.7)) return { amount, ...card };
  const code = random.pick(vouchers);
  return random.chance(0.5)
    ? { amount, voucher: { code, amount } }
    : { amount, voucher: { code, amount: 10 }, ...card };
}

/** Refunds all tickets of a sale, twice under one key, since the first answer may be lost. */
async function refund(shop: Shop, random: Random, key: string): Promise<void> {
  const headers = { "idempotency-key": randomUUID() };
  for (let tries = 0; tries < 2; tries += 1) {
    const answered = await ask(shop, "POST", `/order/${key}/refund`, { fee: "returned" }, headers);
    if (!isDone(answered)) continue;
    const made = Object(answered.body.refund).state;
    if (made === "REFUNDED") shop.observed.refunded.add(key);
    if (random.chance(0.5)) return;
  }
}

/** Sends a request, and notes an answer that the service never gives: a fault of its own, or one without the promised header. */
async function ask(
  { client, observed }: Shop,
  method: Method,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Answered> {
  const answered = await client.ask(method, path, body, headers);
  const what = `${method} ${path.replace(/[A-Z0-9]{10}/, "{key}")}`;
  count(observed, `${what}: ${answered === "no_answer" ? "no_answer" : summaryOf(answered)}`);
  if (answered === "no_answer") return answered;
  if (answered.status >= 500 && ![503, 504].includes(answered.status))
    observed.faults.push(`${what} was answered with ${answered.status} ${JSON.stringify(answered.body)}`);
  if (answered.status === 503 && answered.retryAfter === undefined)
    observed.faults.push(`${what} was answered with 503 and no Retry-After`);
  return answered;
}

function isDone(answered: Answered): answered is Answer {
  return answered !== "no_answer" && answered.status === 200 && answered.body.successful !== false;
}

/** Returns the status of an answer with its type or the code of its first error. */
function summaryOf({ status, body }: Answer): string {
  const [error] = Array.isArray(body.errors) ? body.errors : [];
  return [status, body.type, Object(error).code].filter(Boolean).join(" ");
}
