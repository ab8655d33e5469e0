import type { Discount } from "./discount.ts";

/** Events that belong together, such as a festival. */
export type EventGroup = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly abstract: string;
  readonly tags: readonly string[];
  readonly eventIds: readonly number[];
  /** Discounts for choosing several of its Events. */
  readonly discounts: readonly Discount[];
};
