import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { allowsRefunds, type RefundPolicy } from "#lib/ticketing/model/refund-policy.ts";

/** `refund`: the Buyer gets this amount without asking. `request`: the organiser decides. */
export type WayBack = { readonly way: "refund"; readonly amount: Money } | { readonly way: "request" };

type PaidTicket = Pick<Admission, "status" | "admittedAt" | "paid" | "fee">;

type TicketToReturn = {
  readonly admission: PaidTicket;
  /** ISO 8601. */
  readonly startsAt: string | undefined;
  readonly isCancelled: boolean;
  readonly policy: RefundPolicy | null | undefined;
};

const HOUR_MS = 3_600_000;

/**
 * Returns how a ticket can be returned now; `undefined` for one that is used, or was returned. The service checks it again,
 * by its own clock.
 */
export function wayBackOf(
  { admission, startsAt, isCancelled, policy }: TicketToReturn,
  now: Date,
): WayBack | undefined {
  const isValid = admission.status === "CONFIRMED" || admission.status === "PENDING_GUEST_DETAILS";
  if (!isValid || admission.admittedAt !== undefined) return undefined;
  if (isCancelled || !allowsRefunds(policy) || startsAt === undefined || admission.paid === undefined)
    return { way: "request" };
  const endMs = Date.parse(startsAt) - policy.untilHoursBefore * HOUR_MS;
  return now.getTime() < endMs
    ? { way: "refund", amount: refundOf(admission.paid, admission.fee, policy) }
    : { way: "request" };
}

/** Returns what goes back for a ticket, rounded down as the service rounds it. A saving may have reduced the fee too. */
function refundOf(paid: Money, fee: Money, { percentage, keepsFee }: RefundPolicy): Money {
  const feeKept = keepsFee ? Math.min(fee.minor, paid.minor) : 0;
  return { ...paid, minor: Math.floor(((paid.minor - feeKept) * percentage) / 100) };
}
