import type { CardField } from "./card-schema.ts";

/**
 * What paying answers when it does not go on. It travels in the page in clear: there is no field in it that a card
 * could stand in.
 */
export type PayState = {
  readonly fieldErrors: Readonly<Partial<Record<CardField, string>>>;
  readonly message?: string;
  readonly turn: number;
};

export type PayAction = (previous: PayState, form: FormData) => Promise<PayState>;
