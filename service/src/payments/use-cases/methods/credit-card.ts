import { sumOfParts } from "#src/payments/domain/payment-method.ts";
import { limitTries } from "#src/payments/use-cases/limit-tries.ts";
import type { PaymentMethod } from "./payment-method.ts";

/** Charged by the processor once the attempt is written. The charge is voided or refunded when the attempt ends unpaid. */
export const CREDIT_CARD: PaymentMethod = {
  isCharged: true,
  async prepare(tx, world, { card, mayCharge }, { cartKey, parts }) {
    if (sumOfParts(parts, ["CREDIT_CARD"]) === 0) return { parts };
    if (card === undefined) return { refused: { kind: "means_required", method: "CREDIT_CARD" } };
    // Before the try is counted: a refusal for load must not use up the buyer's tries.
    if (!mayCharge) return { refused: { kind: "busy" } };
    const retryAfterSeconds = await limitTries(tx, world, cartKey, card);
    return retryAfterSeconds === undefined
      ? { parts }
      : { refused: { kind: "limited", method: "CREDIT_CARD", retryAfterSeconds } };
  },
};
