import type { Challenge } from "#lib/domain/proof-of-work.ts";

/**
 * What a form's action answers. It travels in the page in clear and can be forged: what was typed may stand in it,
 * a price, a key or a card digit never, and no action reads the one it is handed.
 */
export type FormState<Fields> = {
  readonly fieldErrors: Readonly<Partial<Record<keyof Fields & string, string>>>;
  readonly message?: string;
  readonly values?: Readonly<Partial<Record<keyof Fields & string, string>>>;
  /** Grows with each answer, so that the same message twice is announced twice. */
  readonly turn: number;
  /** The form is to be sent once more, with the proof of this work. */
  readonly challenge?: Challenge;
};

export type FormAction<Fields> = (previous: FormState<Fields>, form: FormData) => Promise<FormState<Fields>>;

/** Before anybody has pressed anything. It fits every form. */
export const UNTOUCHED = { fieldErrors: {}, turn: 0 } as const;
