/** What buyers get back for tickets that they return by themselves. Without a policy they ask the organiser. */
export type RefundPolicy = {
  /** The last moment, in hours before the start of the ticket's date. */
  readonly untilHoursBefore: number;
  /** The part of the price paid that is returned, 0 to 100. */
  readonly percentage: number;
  /** Whether the booking fee is not returned. */
  readonly keepsFee: boolean;
};
