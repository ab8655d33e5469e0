import type { Challenge } from "#lib/domain/proof-of-work.ts";
import type { CardField } from "#lib/forms/card-schema.ts";

/**
 * What the pay action returns when the buyer stays on the page. The page contains it unencrypted, so it has no property
 * that could contain a card.
 */
export type PayState = {
  readonly fieldErrors: Readonly<Partial<Record<CardField, string>>>;
  readonly message?: string;
  readonly answeredAt: number;
  /** The form is to be sent once more, with the proof of this work. */
  readonly challenge?: Challenge;
};

export type PayAction = (previous: PayState, form: FormData) => Promise<PayState>;
