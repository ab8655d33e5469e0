import assert from "node:assert/strict";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { answerType, buying, type OnSale } from "#test/buying.ts";
import { until } from "#test/until.ts";

export const AMOUNT = "47.50";
const BUYERS = 4;

/** Lets several buyers buy, one ticket each, until stopped. */
export function selling(runtime: PaymentRuntime, onSale: OnSale) {
  let isOpen = true;
  let sold = 0;
  const { holdLocked, pay } = buying(runtime, onSale);
  async function buyer(): Promise<void> {
    while (isOpen) {
      const { cartKey } = await holdLocked([1]);
      assert.equal(answerType(await pay(cartKey, AMOUNT)), "SUCCESS");
      sold += 1;
    }
  }
  const buyers = Promise.all(Array.from({ length: BUYERS }, buyer));
  return {
    sold: () => sold,
    until: (count: number) => until(`${count} are sold`, () => sold >= count),
    /** Returns how many have paid. */
    async stop(): Promise<number> {
      isOpen = false;
      await buyers;
      return sold;
    },
  };
}
