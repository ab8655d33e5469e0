import type { RefundPolicy } from "#src/catalogue/domain/event.ts";

const DAY = 24;
const WEEK = 7 * DAY;

function policy(untilHoursBefore: number, percentage: number, keepsFee: boolean): RefundPolicy {
  return { untilHoursBefore, percentage, keepsFee };
}

/** The refund policies of the season's events. */
export const REFUNDS = {
  untilStart: policy(0, 100, false),
  full24: policy(DAY, 100, false),
  full48: policy(2 * DAY, 100, false),
  full7Days: policy(WEEK, 100, false),
  lessFee24: policy(DAY, 100, true),
  lessFee48: policy(2 * DAY, 100, true),
  lessFee7Days: policy(WEEK, 100, true),
  part7Days: policy(WEEK, 75, true),
  half7Days: policy(WEEK, 50, false),
} as const;
