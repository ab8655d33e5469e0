/**
 * The sales of a ticket type so far. Revenue is without fees, in minor units. A saving on a line reduces its prices first
 * and its fees only after that, so revenue is never negative, and revenue plus the remaining fees is the amount paid.
 */
export type Figures = { readonly sold: number; readonly admitted: number; readonly revenueMinor: number };

/** All figures for users with MANAGE, `admitted` for users with SCAN, none for others. */
export type VisibleFigures = Partial<Figures>;
