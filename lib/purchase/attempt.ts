import { z } from "zod";

const money = z.object({ minor: z.int(), currency: z.string() });

const saleResult = z
  .object({
    key: z.string(),
    eventId: z.number(),
    eventName: z.string(),
    total: money.exactOptional(),
    result: z.enum(["paid", "card_refused", "not_tried", "not_paid", "reservation_expired", "returned"]),
  })
  .readonly();

/** The result of one Sale whose Cart was paid in parts. */
export type SaleResult = z.output<typeof saleResult>;

export const attempt = z
  .object({
    id: z.uuid(),
    cartId: z.string(),
    saleKeys: z.array(z.string()).readonly(),
    amount: money,
    state: z.enum(["open", "paid", "mixed", "refused", "not_charged", "unfulfilled"]),
    /** The result of each sale, where the results differ. */
    results: z.array(saleResult).readonly().exactOptional(),
    /** ISO 8601. */
    openedAt: z.string(),
    settledAt: z.string().exactOptional(),
    /**
     * Digests of the checkout ids that may show the tickets: the one that this payment issued, and those of browsers that entered
     * the Buyer's email later.
     */
    owners: z.array(z.string()).readonly().exactOptional(),
    /** The attempts of this Cart before it, the latest first. All of them have ended. */
    earlier: z.array(z.uuid()).readonly().exactOptional(),
    /** Keyed digest of the Buyer's email, for a browser with an older checkout id. */
    emailDigest: z.string().exactOptional(),
  })
  .readonly();

/** One try at paying for a Cart; at most one of a Cart is open. It contains no card data. */
export type Attempt = z.output<typeof attempt>;

/** More browsers than a buyer enters the email in. */
const OWNERS_MAX = 50;

/** Returns the attempt with one more checkout id that may show its tickets; itself where it has this one. Of too many, the newest stay. */
export function withOwner(found: Attempt, checkoutDigest: string): Attempt {
  const { owners = [] } = found;
  return owners.includes(checkoutDigest) ? found : { ...found, owners: [...owners, checkoutDigest].slice(-OWNERS_MAX) };
}

/** The sales that this attempt is known to have paid. */
export function paidKeysOf(attempt: Pick<Attempt, "state" | "saleKeys" | "results"> | undefined): readonly string[] {
  if (attempt?.state === "paid") return attempt.saleKeys;
  return attempt?.results?.flatMap(({ key, result }) => (result === "paid" ? [key] : [])) ?? [];
}
