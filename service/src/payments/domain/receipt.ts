import type { Money } from "#src/platform/domain/money.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";

/** A sale with what was paid for it and whom it lets in. */
export type Receipt = {
  readonly sale: Sale;
  readonly admissions: readonly { readonly id: number; readonly name: string }[];
  readonly transactions: readonly Transaction[];
  /** Of the cart that it was bought in. */
  readonly codes: readonly CodeAnswer[];
};

export type Transaction = {
  readonly method: string;
  readonly amount: Money;
  readonly state: "PAID" | "DECLINED" | "VOIDED" | "PROCESSING";
  readonly createdAt: Date;
};
