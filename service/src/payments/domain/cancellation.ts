import type { Money } from "#src/platform/domain/money.ts";

/** What happens to the money of a cancelled date or event: every sale is refunded, the buyer chooses, or nothing. */
export type Settlement = "ALL" | "CHOICE" | "NONE";

/** The progress of the refunds of a cancelled date or event. The numbers count sales. */
export type RefundJob = {
  readonly id: number;
  readonly eventId: number;
  readonly eventName: string;
  /** Absent: the whole event. */
  readonly eventDateId: number | undefined;
  readonly total: number;
  /** Refunded, or without tickets that could still be refunded. */
  readonly refunded: number;
  /** Refused by the processor: their tickets stay valid, and a person looks at them. */
  readonly refused: number;
  readonly open: number;
  readonly amount: Money;
  /** The keys of the refused sales, at most a hundred. */
  readonly refusedSales: readonly string[];
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
};
