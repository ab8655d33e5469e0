import type { Db } from "#src/platform/store/db.ts";
import type { FakeProcessor } from "#test/fake-processor.ts";

/** Records which refunds this processor was asked for, so that its money can be compared with the sales. */
export function recordRefunds(processor: FakeProcessor) {
  const asked = new Map<string, { readonly charge: string; readonly minor: number }>();
  const faults: string[] = [];
  const recorded: FakeProcessor = {
    ...processor,
    refundPart: (charge, refund, amount) => {
      const before = asked.get(refund);
      if (before && (before.charge !== charge || before.minor !== amount.minor))
        faults.push(`refund ${refund} of ${charge} was asked for with another amount or charge`);
      asked.set(refund, { charge, minor: amount.minor });
      return processor.refundPart(charge, refund, amount);
    },
  };

  /** Returns what differs between the processor's money and the tables. Nothing may be under way. */
  async function ledgerFaults(db: Db): Promise<readonly string[]> {
    const refunds = await db.query<{ id: string; state: string; minor: number }>(
      `SELECT id, state, card_minor AS minor FROM refund WHERE card_minor > 0`,
    );
    const found = [...faults];
    for (const { id, state, minor } of refunds) {
      const made = await processor.findRefund(id);
      if (state !== (made === "refunded" ? "REFUNDED" : "REFUSED")) found.push(`refund ${id}: ${state}, but ${made}`);
      if (made === "refunded" && asked.get(id)?.minor !== minor) found.push(`refund ${id}: another amount`);
    }
    for (const id of asked.keys()) {
      if (!refunds.some((one) => one.id === id)) found.push(`refund ${id} is not written`);
    }
    const attempts = await db.query<{ id: string; state: string; card: number; back: number }>(
      `SELECT id, state, card_minor AS card,
              (SELECT coalesce(sum(refund.card_minor), 0) FROM refund WHERE attempt_id = attempt.id AND refund.state = 'REFUNDED') AS back
         FROM payment_attempt attempt WHERE card_minor > 0`,
    );
    for (const { id, state, card, back } of attempts) {
      const charge = await processor.findByAttempt(id);
      const isCharged = typeof charge === "object" && charge.state === "captured";
      if (isCharged !== (state === "PAID")) found.push(`attempt ${id}: ${state}, but ${JSON.stringify(charge)}`);
      if (back > card) found.push(`attempt ${id}: ${back} of ${card} went back`);
    }
    return found;
  }

  return { recorded, ledgerFaults };
}
