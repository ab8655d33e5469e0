import type { SaleState } from "#lib/ticketing/model/reservation.ts";

/** The result of reading one Sale: its state, `not_found`, or `unreadable` where the reading failed. */
export type SaleReading = SaleState | "not_found" | "unreadable";

/** The outcome of a payment as the sales show it. `waiting`: it is not known yet. */
export type PaymentStatus = "paid" | "mixed" | "unfulfilled" | "waiting" | "unpaid" | "not_found";

/**
 * Derives the status of a payment from one reading of each Sale of the Cart. One sale that is processing or unreadable keeps
 * the whole payment open. `mixed` occurs only with a service that pays sale by sale; ours pays all or nothing.
 */
export function paymentStatusOf(reads: readonly SaleReading[]): PaymentStatus {
  if (reads.length === 0) return "not_found";
  const isPaid = reads.includes("CONFIRMED");
  if (reads.includes("UNFULFILLED") && !isPaid) return "unfulfilled";
  if (reads.includes("PROCESSING") || reads.includes("unreadable")) return "waiting";
  if (reads.every((read) => read === "CONFIRMED")) return "paid";
  if (isPaid) return "mixed";
  return reads.every((read) => read === "not_found") ? "not_found" : "unpaid";
}

/** By then the pay call, and everything behind it, has timed out: what is still unpaid stays unpaid. */
const LONGEST_TIMEOUT_MS = 35_000;

/** After this time the page names a contact. */
const SUPPORT_AFTER_MS = 10 * 60_000;

export function isPastTimeouts(openedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(openedAt) > LONGEST_TIMEOUT_MS;
}

export function needsSupport(openedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(openedAt) >= SUPPORT_AFTER_MS;
}

/**
 * Combines two readings. `paid` and `unfulfilled` are certain once seen. `unpaid`, `not_found` and `mixed` are certain only
 * where two readings after the longest timeout agree, since before that a pay call may still be in flight.
 */
export function combineReadings(first: PaymentStatus, second: PaymentStatus | undefined): PaymentStatus {
  if (first === "paid" || first === "unfulfilled" || first === "waiting") return first;
  if (second === undefined) return "waiting";
  if (second === "paid" || second === "unfulfilled") return second;
  return first === second ? first : "waiting";
}

/** Returns the seconds to wait before the next reading. */
export function pauseBeforeRead(readsSoFar: number): number {
  return [1, 2, 4, 8][readsSoFar] ?? 10;
}
