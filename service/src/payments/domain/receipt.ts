import type { Money } from "#src/platform/domain/money.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import type { OpenChoice } from "./choice.ts";
import type { Refund } from "./refund.ts";
import type { BuyerRequest } from "./refund-request.ts";

/** A sale with what was paid for it and whom it lets in. */
export type Receipt = {
  readonly sale: Sale;
  readonly admissions: readonly { readonly id: number; readonly name: string }[];
  readonly transactions: readonly Transaction[];
  /** Those that are under way or made, the oldest first. */
  readonly refunds: readonly Refund[];
  /** What the buyer asked for outside the refund policy, the oldest first. */
  readonly requests: readonly BuyerRequest[];
  /** What the buyer may choose for tickets of cancelled dates. */
  readonly choices: readonly OpenChoice[];
  /** Of the cart that it was bought in. */
  readonly codes: readonly CodeAnswer[];
};

export type Transaction = {
  readonly method: string;
  readonly amount: Money;
  readonly state: "PAID" | "DECLINED" | "VOIDED" | "PROCESSING";
  readonly createdAt: Date;
};
