import type { Challenge } from "#lib/security/proof-of-work.ts";

/**
 * What a form's action returns. It travels in the page unencrypted and can be forged: it may contain what was typed,
 * never a price, a key or a card digit, and no action reads the previous one.
 */
export type FormState<Fields> = {
  readonly fieldErrors: Readonly<Partial<Record<keyof Fields & string, string>>>;
  readonly message?: string;
  readonly values?: Readonly<Partial<Record<keyof Fields & string, string>>>;
  /** Grows with each answer, so that the same message twice is announced twice. */
  readonly answeredAt: number;
  /** The form is to be sent once more, with the proof of this work. */
  readonly challenge?: Challenge;
};

export type FormAction<Fields> = (previous: FormState<Fields>, form: FormData) => Promise<FormState<Fields>>;

/** The state before the first submit, of every form. */
export const UNTOUCHED = { fieldErrors: {}, answeredAt: 0 } as const;
