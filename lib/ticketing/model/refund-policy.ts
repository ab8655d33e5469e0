/** What Buyers get back for tickets that they return by themselves. */
export type RefundPolicy = {
  /** The last moment, in hours before the start of the ticket's date. */
  readonly untilHoursBefore: number;
  /** The part of the price paid that is returned, 0 to 100. */
  readonly percentage: number;
  /** Whether the booking fee is not returned. */
  readonly keepsFee: boolean;
};

/** Returns whether Buyers can get a part of the price back by themselves. */
export function allowsRefunds(policy: RefundPolicy | null | undefined): policy is RefundPolicy {
  return policy != null && policy.percentage > 0;
}
