import { withPlainDigits } from "#src/platform/domain/typed-text.ts";

/** DISCOUNT lets a rule apply, BOOKING lets a ticket type be bought, REVEAL shows one that is hidden. */
export const CODE_KINDS = ["DISCOUNT", "BOOKING", "REVEAL"] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

export type Code = {
  readonly id: number;
  readonly version: number;
  readonly text: string;
  readonly kind: CodeKind;
  readonly discountId: number | undefined;
  /** The ticket types that it opens. Empty: all that need a code of this kind. */
  readonly ticketTypeIds: readonly number[];
  /** The events of those ticket types. */
  readonly ticketTypeEventIds: readonly number[];
  /** The events for which it is valid. Empty: all. */
  readonly eventIds: readonly number[];
  readonly validFrom: Date | undefined;
  readonly validTo: Date | undefined;
  readonly maximumUses: number | undefined;
  /** The uses by open and by paid carts. */
  readonly uses: number;
  readonly enabled: boolean;
};

export const CODE_RESULTS = [
  "APPLIED",
  "UNLOCKED",
  "REVEALED",
  "NO_EFFECT",
  "NOT_FOR_THIS_EVENT",
  "USED_UP",
  "NOT_YET",
  "ENDED",
  "UNKNOWN",
] as const;
export type CodeResult = (typeof CODE_RESULTS)[number];

/** The result of one typed code. */
export type CodeAnswer = { readonly code: string; readonly result: CodeResult; readonly savingMinor?: number };

/** A code as it was typed, with the code of that text, if any. */
export type TypedCode = {
  readonly typed: string;
  readonly code?: Code;
  /** The cart has already claimed one of its uses, so that its dates and its limit are not checked again. */
  readonly hasClaimedUse: boolean;
};

/** Returns whether the code had an effect on the cart, and so counts as used by it. */
export function hadEffect(result: CodeResult): boolean {
  return result === "APPLIED" || result === "UNLOCKED" || result === "REVEALED";
}

/** The maximum number of codes in one cart. */
export const CODES_MAX = 10;
export const CODE_LENGTH_MAX = 40;

/** Returns the form in which codes are compared: NFKC, lower case, and the digits of every script as 0 to 9. */
export function foldCode(text: string): string {
  return withPlainDigits(text.normalize("NFKC")).toLowerCase();
}

/** Returns the codes in a text that separates them by white space, each once. */
export function splitCodes(text: string): readonly string[] {
  return onceEach(text.split(/\s+/).filter((typed) => typed !== ""));
}

/** Returns the codes without repetitions, in the first spelling of each. */
export function onceEach(typed: readonly string[]): readonly string[] {
  return [...new Map(typed.map((text) => [foldCode(text), text] as const).toReversed()).values()].toReversed();
}

/** Returns why a code is not valid now, or `undefined` while it is valid. */
export function whyNotValid({ code, hasClaimedUse }: TypedCode, now: Date): CodeResult | undefined {
  if (code === undefined) return "UNKNOWN";
  if (hasClaimedUse) return undefined;
  if (!code.enabled) return "UNKNOWN";
  if (code.validFrom && code.validFrom > now) return "NOT_YET";
  if (code.validTo && code.validTo <= now) return "ENDED";
  return code.maximumUses !== undefined && code.uses >= code.maximumUses ? "USED_UP" : undefined;
}

/** Returns those of these codes that are valid now. */
export function validCodes(typed: readonly TypedCode[], now: Date): readonly Code[] {
  return typed.flatMap((one) => (one.code && whyNotValid(one, now) === undefined ? [one.code] : []));
}

/** A ticket type that codes may open. */
export type Lockable = {
  readonly eventId: number;
  readonly ticketTypeId: number;
  readonly codeRequired: boolean;
  readonly hidden: boolean;
};

export function opens(code: Code, type: Lockable): boolean {
  const isItsKind = code.kind === "BOOKING" ? type.codeRequired : code.kind === "REVEAL" && type.hidden;
  return (
    isItsKind &&
    (code.ticketTypeIds.length === 0 || code.ticketTypeIds.includes(type.ticketTypeId)) &&
    (code.eventIds.length === 0 || code.eventIds.includes(type.eventId))
  );
}

/** Returns whether a ticket type may be bought with these codes. A hidden one that needs a booking code needs both. */
export function isOpen(type: Lockable, codes: readonly Code[]): boolean {
  const isOpenedBy = (kind: CodeKind) => codes.some((code) => code.kind === kind && opens(code, type));
  return (!type.codeRequired || isOpenedBy("BOOKING")) && (!type.hidden || isOpenedBy("REVEAL"));
}
