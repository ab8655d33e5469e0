import {
  findCarts,
  type PastAttempt,
  type PastMessage,
  type PastRefund,
  type PastSale,
  readHistory,
} from "#src/payments/store/purchase-history.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";

/** More would be read by nobody: a second part of the name, or the address, finds the right one. */
const PURCHASES_MAX = 10;
const SECONDS_PER_HOUR = 60 * 60;

/**
 * Returns the purchases with this reference, address, or words of the buyer's name, the newest first, each as text; and whether there
 * are more. A purchase is a cart: also one that was reserved and never paid.
 */
export async function findPurchases(
  db: Db,
  text: string,
): Promise<{ readonly timelines: readonly string[]; readonly isCut: boolean }> {
  const found = await findCarts(db, text.trim(), PURCHASES_MAX + 1);
  const timelines: string[] = [];
  for (const cart of found.slice(0, PURCHASES_MAX)) timelines.push(await timelineOf(db, cart));
  return { timelines, isCut: found.length > PURCHASES_MAX };
}

/** What happened, when, and the request in which it did. */
type Step = { readonly at: Date; readonly what: string; readonly request?: string | null };

async function timelineOf(db: Db, cart: string): Promise<string> {
  const { sales, attempts, messages, refunds } = await readHistory(db, cart);
  const steps: readonly Step[] = [
    ...sales.flatMap(stepsOfSale),
    ...attempts.flatMap(stepsOfAttempt),
    ...refunds.flatMap(stepsOfRefund),
    ...messages.flatMap(stepsOfMessage),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());

  const orders = new Set(sales.flatMap(({ reference }) => reference ?? []));
  const buyers = new Set(sales.map(({ buyer }) => buyer));
  const sought = new Set([
    ...attempts.flatMap(({ reference, id, attempt }) => [reference, id, attempt]),
    ...steps.map(({ request }) => request),
  ]);
  // Callers choose some ids. Only those that a shell takes as they are go into the command.
  const ids = [...sought].filter((id) => id && PLAIN.test(id));
  return [
    [orders.size === 0 ? "No order reference" : `Order ${[...orders].join(", ")}`, ...buyers].join(" · "),
    ...steps.map(({ at, what, request }) => `  ${timeOf(at)}  ${what}${request ? `  [request ${request}]` : ""}`),
    ...sales.map((sale) => `  now: ${sale.event}: ${stateOf(sale)}`),
    ...(messages.length === 0 ? ["  no mail is kept: none was written, or it was sent more than 30 days ago"] : []),
    ...(ids.length === 0 ? [] : [`  lines: ${commandFor(ids, steps[0]?.at ?? new Date())}`]),
  ].join("\n");
}

const PLAIN = /^[\w-]+$/;

function commandFor(ids: readonly (string | null | undefined)[], since: Date): string {
  return `journalctl --unit 'foyer-*' --output cat --since '${timeOf(since)} UTC' | grep -E '${ids.join("|")}'`;
}

function stepsOfSale({ event, status, createdAt, expiresAt, modifiedAt, lines, request }: PastSale): readonly Step[] {
  const reserved = { at: createdAt, what: `reserved: ${lines} for ${event}, until ${timeOf(expiresAt)}`, request };
  if (status === "RELEASED") return [reserved, { at: modifiedAt, what: `given back: ${event}` }];
  return status === "EXPIRED" ? [reserved, { at: expiresAt, what: `expired: ${event}` }] : [reserved];
}

function stateOf({ status, tickets, isMailHeld }: PastSale): string {
  const { tries, seconds } = LIMITS.unpaidMailsPerMailbox;
  const held = isMailHeld
    ? `; its mail is held back, since its mailbox had ${tries} unpaid ones in ${seconds / SECONDS_PER_HOUR} hours`
    : "";
  return `${status}, ${tickets === null ? "no tickets" : `tickets: ${tickets}`}${held}`;
}

function stepsOfAttempt(row: PastAttempt): readonly Step[] {
  const { id, attempt, reference, state, code, methods, startedAt, settledAt, checks, request } = row;
  const means = methods.length === 0 ? "nothing due" : methods.join(" and ");
  const ids = [...(attempt === null ? [] : [`attempt ${attempt}`]), `payment ${id}`].join(", ");
  const begun = { at: startedAt, what: `payment ${reference ?? ""} of ${amountOf(row)}, ${means} (${ids})`, request };
  const open = `not known yet: ${state}, the processor was asked ${checks} times`;
  const ended = state === "PAID" ? "paid" : `not paid: ${state}${code === null ? "" : ` ${code}`}`;
  return [begun, { at: settledAt ?? new Date(), what: settledAt === null ? open : ended }];
}

const STATES: Readonly<Record<string, string>> = {
  QUEUED: "waits",
  SENT: "sent",
  DEAD: "given up",
  CANCELLED: "not needed any more",
};

function stepsOfMessage(row: PastMessage): readonly Step[] {
  const { id, kind, recipient, state, tries, error, createdAt, settledAt, request } = row;
  const written = { at: createdAt, what: `mail ${kind} for ${recipient} (message ${id})`, request };
  const why = `${STATES[state] ?? state} (tries: ${tries})${error === null ? "" : `: ${error}`}`;
  return [written, { at: settledAt ?? new Date(), what: `mail ${kind}: ${why}` }];
}

function stepsOfRefund(row: PastRefund): readonly Step[] {
  const { id, origin, state, startedAt, settledAt, request } = row;
  const begun = { at: startedAt, what: `refund of ${amountOf(row)} by ${origin} (refund ${id})`, request };
  return [begun, { at: settledAt ?? new Date(), what: `refund: ${state}` }];
}

function amountOf({ minor, currency }: { readonly minor: number; readonly currency: string }): string {
  return `${toDecimal({ minor, currency })} ${currency}`;
}

function timeOf(at: Date): string {
  return at.toISOString().slice(0, 19).replace("T", " ");
}
