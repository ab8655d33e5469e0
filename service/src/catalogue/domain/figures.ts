/**
 * The sales of a ticket type so far. Revenue is without fees, in minor units. A saving on a line reduces its prices first
 * and its fees only after that, so revenue is never negative, and revenue plus the remaining fees is the amount paid.
 */
export type Figures = {
  readonly sold: number;
  readonly admitted: number;
  /** Tickets that came back. They are in neither of the other two numbers; what was kept of them is in the revenue. */
  readonly refunded: number;
  readonly revenueMinor: number;
};

/** All figures for users with MANAGE, `admitted` for users with SCAN, none for others. */
export type VisibleFigures = Partial<Figures>;
