import type { Challenge } from "#lib/domain/proof-of-work.ts";
import type { CardField } from "#lib/forms/card-schema.ts";

/**
 * What paying answers when it does not go on. It travels in the page in clear: there is no field in it that a card
 * could stand in.
 */
export type PayState = {
  readonly fieldErrors: Readonly<Partial<Record<CardField, string>>>;
  readonly message?: string;
  readonly turn: number;
  /** The form is to be sent once more, with the proof of this work. */
  readonly challenge?: Challenge;
};

export type PayAction = (previous: PayState, form: FormData) => Promise<PayState>;
