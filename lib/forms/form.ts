import type { Challenge } from "#lib/security/proof/proof-of-work.ts";

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
  /** The form must be sent again, with a proof of this work. */
  readonly challenge?: Challenge;
};

export type FormAction<Fields> = (previous: FormState<Fields>, form: FormData) => Promise<FormState<Fields>>;

/** The state before the first submit, of every form. */
export const UNTOUCHED = { fieldErrors: {}, answeredAt: 0 } as const;

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Returns the first error of each field by the field's name, in the order of the issues. */
export function firstErrors(issues: readonly Issue[]): Readonly<Record<string, string>> {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0]));
  return Object.fromEntries([...byField].map(([name, [first]]) => [name, first?.message ?? ""]));
}

/** Returns the one-line texts of these fields as typed, without control characters. A file counts as absent. */
export function textsOf<Name extends string>(form: FormData, names: readonly Name[]): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => {
    const value = form.get(name);
    return typeof value === "string" ? [[name, value.replaceAll(/\p{Cc}/gu, " ")] as const] : [];
  });
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

/** Returns every text of a form by name. A file counts as absent. */
export function valuesOf(form: FormData): Readonly<Record<string, string>> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
