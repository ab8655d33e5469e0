import type { FormState } from "#lib/forms/form.ts";

export type JoinFields = { readonly email: string; readonly quantity: string; readonly date: string };

/** `sentTo` is the address that the message went to. */
export type JoinState = FormState<JoinFields> & { readonly sentTo?: string };

/** Waits for any date of the event, where every one is sold out. */
export const ANY_DATE = "any";

/** Returns the date that the form begins with: "" where the visitor has one of several to choose. */
export function firstDate(dates: readonly { readonly id: number }[], isForAnyDate: boolean): string {
  if (isForAnyDate) return ANY_DATE;
  return dates.length > 1 ? "" : String(dates[0]?.id ?? "");
}
