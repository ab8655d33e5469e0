/**
 * What came of a ticket type so far. Revenue is the promoter's, without the fees. What a rule takes off a line comes off its
 * prices first and off its fees only when the prices are gone, so it is never below nothing, and with the fees that were
 * kept it makes what was paid.
 */
export type Figures = { readonly sold: number; readonly admitted: number; readonly revenueMinor: number };

/** All of them for users who manage; how many were admitted for the door too; nothing for anybody else. */
export type VisibleFigures = Partial<Figures>;
