/** The names of the Buyer's inputs, in the order of the page. */
export const BUYER_FIELDS = ["firstName", "lastName", "email", "phone"] as const;
export type BuyerField = (typeof BUYER_FIELDS)[number];
