import type { Money } from "#src/platform/domain/money.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { SaleLine } from "./sale.ts";

/** The answer to a new reservation. It is built from the written values, without another read. */
export type NewReservation = {
  readonly key: string;
  readonly cartKey: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly total: Money;
  readonly expiresAt: Date;
  readonly secondsLeft: number;
  readonly lines: readonly SaleLine[];
  /** One for each code of the cart. */
  readonly codes: readonly CodeAnswer[];
};
