import type { SaleEnd } from "#lib/domain/attempt.ts";
import type { Money } from "#lib/domain/money.ts";
import type { SaleRead } from "./read-sales.ts";

type Known = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly total?: Money;
};

/**
 * Sale by sale, what became of it, once nothing is under way any more. The sales' own word decides; `known` gives the
 * names and figures of those that are gone, and `refused` says whether it was the card.
 */
export function endsOf(reads: readonly SaleRead[], known: readonly Known[], refused: boolean): readonly SaleEnd[] {
  return reads.map(({ key, read, sale }) => {
    const before = known.find((one) => one.key === key);
    const total = sale?.total ?? before?.total;
    return {
      key,
      eventId: sale?.eventId ?? before?.eventId ?? 0,
      eventName: sale?.eventName || (before?.eventName ?? ""),
      ...(total && { total }),
      became: becameOf(read, refused),
    };
  });
}

function becameOf(read: SaleRead["read"], refused: boolean): SaleEnd["became"] {
  if (read === "CONFIRMED") return "paid";
  if (read === "UNFULFILLED") return "returned";
  if (read === "gone") return "hold_ended";
  return refused ? "card_refused" : "not_paid";
}
