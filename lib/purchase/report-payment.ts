import "server-only";

import type { SaleRead } from "#lib/purchase/read-sales.ts";
import { log } from "#lib/telemetry/log.ts";

const EVENTS: Readonly<Record<string, string>> = {
  paid: "A purchase was paid.",
  mixed: "A purchase was paid in part.",
  not_known: "It is not known yet whether this attempt paid.",
};

/** Logs what came of a payment attempt, with the order's reference where the service has said it. */
export function reportPayment(attempt: string, result: string, order?: string): void {
  const event = EVENTS[result];
  const level = result === "not_known" ? "warn" : "info";
  log(level, event ?? "A payment was refused.", { order, attempt, ...(event === undefined && { reason: result }) });
}

/** Returns the reference of an order. Another service may call something a reference that is not for a log. */
export function orderOf(reference: string | undefined): string | undefined {
  return reference !== undefined && /^[0-9A-Z]{4,8}$/.test(reference) ? reference : undefined;
}

/** Returns the reference of the order that these sales are of. */
export function orderIn(reads: readonly SaleRead[]): string | undefined {
  return orderOf(reads.find(({ sale }) => sale?.reference !== undefined)?.sale?.reference);
}
