import type { CodesChangeRefusal } from "#lib/cart/change-codes.ts";

/** The result of the last action on the cart. It is in the URL, and decides nothing. */
export type CartNews = {
  readonly codes?: CodesChangeRefusal;
  /** Codes that were typed without a script, and got no answer. */
  readonly typed: readonly string[];
  readonly isReleaseLost?: true;
  readonly isUnknown?: true;
};

const CODES_NEWS: readonly unknown[] = [
  "reservation_expired",
  "wrong_state",
  "code_required",
  "refused",
  "busy",
] satisfies readonly CodesChangeRefusal[];

const WAIT_MAX_SECONDS = 60 * 60;

const CODES_MAX = 10;
const CODE_MAX = 100;

export function parseNews(query: Readonly<Record<string, string | readonly string[] | undefined>>): CartNews {
  const { codes, wait, code, failed, unknown } = query;
  const waitSeconds = Math.min(Math.max(1, Math.ceil(Number(wait)) || WAIT_MAX_SECONDS), WAIT_MAX_SECONDS);
  return {
    ...(isCodesNews(codes) && { codes }),
    ...(codes === "too_many" && { codes: { waitSeconds } }),
    typed: codesOf(code),
    ...(failed === "release" && { isReleaseLost: true }),
    ...(unknown === "1" && { isUnknown: true }),
  };
}

function isCodesNews(value: unknown): value is CodesChangeRefusal {
  return typeof value === "string" && CODES_NEWS.includes(value);
}

/** Returns the typed codes of a form. */
export function codesIn(form: FormData): readonly string[] {
  return codesOf(form.get("code"));
}

/** Codes are separated by spaces. */
function codesOf(typed: unknown): readonly string[] {
  if (typeof typed !== "string") return [];
  return typed
    .slice(0, CODE_MAX)
    .split(/\s+/)
    .filter((code) => code !== "")
    .slice(0, CODES_MAX);
}
