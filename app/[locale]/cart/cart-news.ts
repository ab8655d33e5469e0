import type { CodesChangeRefusal } from "#lib/cart/change-codes.ts";

/** The result of the last action on the cart. It is in the URL, and decides nothing. */
export type CartNews = {
  readonly codes?: CodesChangeRefusal;
  readonly isReleaseLost?: true;
  readonly isUnknown?: true;
};

const CODES_NEWS: readonly string[] = [
  "reservation_expired",
  "wrong_state",
  "code_required",
  "refused",
  "busy",
] satisfies readonly CodesChangeRefusal[];

export function parseNews(query: Readonly<Record<string, string | readonly string[] | undefined>>): CartNews {
  const { codes, failed, unknown } = query;
  return {
    ...(isCodesNews(codes) && { codes }),
    ...(failed === "release" && { isReleaseLost: true }),
    ...(unknown === "1" && { isUnknown: true }),
  };
}

function isCodesNews(value: unknown): value is CodesChangeRefusal {
  return typeof value === "string" && CODES_NEWS.includes(value);
}

const CODES_MAX = 10;
const CODE_MAX = 100;

/** Returns the typed codes, which are separated by spaces. */
export function codesIn(form: FormData): readonly string[] {
  const typed = form.get("code");
  if (typeof typed !== "string") return [];
  return typed
    .slice(0, CODE_MAX)
    .split(/\s+/)
    .filter((code) => code !== "")
    .slice(0, CODES_MAX);
}
