import type { OnSale } from "#test/buying.ts";
import { BUYER } from "#test/buying.ts";
import type { Answer } from "#test/kills/client.ts";
import { CARD, type ServiceClient } from "#test/race/race-setting.ts";
import { until } from "#test/until.ts";

const PAYMENT = { amount: 47.5, creditCard: CARD };
const BUYERS = 8;

/** A call that a buyer made, and what was answered. */
export type Seen = {
  readonly call: string;
  /** How many events had happened when it was sent. */
  readonly after: number;
  readonly ms: number;
  readonly status: number | "no answer";
  readonly result: string;
};

/** Lets several buyers buy one ticket after another, in turn at each process, until stopped. */
export function sell(client: ServiceClient, { eventId, ticketTypeIds }: OnSale) {
  const seen: Seen[] = [];
  const paid: string[] = [];
  let isOpen = true;
  let events = 0;

  async function ask(buyer: number, call: string, path: string, body: object): Promise<Answer | undefined> {
    const [after, begun] = [events, performance.now()];
    const answer = await client.ask(buyer, "POST", path, body).catch(() => undefined);
    const ms = performance.now() - begun;
    const result = String(answer?.body.type ?? answer?.body.status ?? "");
    seen.push({ call, after, ms, status: answer?.status ?? "no answer", result });
    return answer;
  }

  async function buy(buyer: number): Promise<void> {
    const tickets = [{ ticketType: ticketTypeIds[0], quantity: 1 }];
    const reserved = await ask(buyer, "reserve", "/reservation/", { event: eventId, tickets });
    const cart = reserved?.body.multiSaleKey;
    if (typeof cart !== "string") return;
    const locked = await ask(buyer, "lock", `/cart/${cart}/lock`, BUYER);
    if (locked?.status !== 200) return;
    const answer = await ask(buyer, "pay", `/cart/${cart}/payment`, PAYMENT);
    if (answer?.body.type === "SUCCESS") paid.push(cart);
  }

  const buyers = Promise.all(
    Array.from({ length: BUYERS }, async (_, buyer) => {
      while (isOpen) await buy(buyer);
    }),
  );
  const isFailed = ({ call, status, result }: Seen) => status !== 200 || (call === "pay" && result !== "SUCCESS");
  return {
    seen,
    /** The carts whose buyers were told that they have paid. */
    paid,
    failed: () => seen.filter(isFailed),
    /** Notes that something has happened. */
    note: () => {
      events += 1;
    },
    /** Resolves when so many more purchases are paid. */
    async untilMore(count: number): Promise<void> {
      const wanted = paid.length + count;
      await until(`${count} more purchases are paid`, () => paid.length >= wanted);
    },
    async stop(): Promise<void> {
      isOpen = false;
      await buyers;
    },
  };
}

/** Returns what buyers saw in one line. */
export function summary(seen: readonly Seen[], failed: readonly Seen[]): string {
  const kinds = Map.groupBy(failed, ({ call, status, result }) => `${call} ${status} ${result}`.trim());
  const longest = Math.max(...seen.map(({ ms }) => ms));
  return `${seen.length} calls, the longest ${Math.round(longest)} ms; failed: ${
    [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(", ") || "none"
  }`;
}
