import type { CardField } from "#lib/checkout/card-schema.ts";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";

/**
 * What the pay action returns when the buyer stays on the page. The page contains it unencrypted, so it has no property
 * that could contain a card.
 */
export type PayState = {
  readonly fieldErrors: Readonly<Partial<Record<CardField, string>>>;
  readonly message?: string;
  /** The message is about the card. */
  readonly isDeclined?: boolean;
  readonly answeredAt: number;
  /** Set when the form must be sent once more, with a solution of this challenge. */
  readonly challenge?: Challenge;
};

export type PayAction = (previous: PayState, form: FormData) => Promise<PayState>;
