import type { RefundShare } from "#src/payments/domain/refund.ts";
import type { PricingLine, PricingRule } from "#src/pricing/domain/engine/rule.ts";
import { cheapestTotal } from "#test/pricing/exhaustive.ts";

export type ModelTicket = {
  readonly id: number;
  readonly lineId: string;
  readonly paidMinor: number;
  readonly feeMinor: number;
};

/** Who returns tickets: a buyer within a policy, or anybody else, who gives back each ticket's share. */
export type By = RefundShare | "share";

/**
 * A model of the refunds of one paid cart, by the rule in its shortest form. It shares no code with the service: prices come from an
 * exhaustive search. Returns what a return gives back, and remembers it.
 */
export function returnModel(
  lines: readonly PricingLine[],
  rules: readonly PricingRule[],
  tickets: readonly ModelTicket[],
): (ids: readonly number[], by: By) => number {
  const paid = sumOf(tickets);
  let kept = tickets;
  let worthBefore = 0;
  let given = 0;
  let feesDue = 0;

  const priceOfKept = () =>
    cheapestTotal(
      lines
        .map((line) => ({ ...line, quantity: kept.filter(({ lineId }) => lineId === line.id).length }))
        .filter(({ quantity }) => quantity > 0),
      rules,
    );

  function byPolicy(returned: readonly ModelTicket[], worth: number, { fee, percentage }: RefundShare): number {
    if (fee === "kept") feesDue += returned.reduce((sum, one) => sum + Math.min(one.feeMinor, one.paidMinor), 0);
    const kept = fee === "kept" ? Math.min(feesDue, worth) : 0;
    feesDue -= kept;
    return Math.floor(((worth - kept) * percentage) / 100);
  }

  return (ids, by) => {
    const returned = kept.filter(({ id }) => ids.includes(id));
    kept = kept.filter(({ id }) => !ids.includes(id));
    const worth = by === "share" ? sumOf(returned) : Math.max(0, paid - worthBefore - priceOfKept());
    const back = Math.min(by === "share" ? worth : byPolicy(returned, worth, by), paid - given);
    worthBefore += worth;
    given += back;
    return back;
  };
}

function sumOf(tickets: readonly ModelTicket[]): number {
  return tickets.reduce((sum, { paidMinor }) => sum + paidMinor, 0);
}
