/** DISCOUNT lets a rule apply, BOOKING lets a ticket type be bought, REVEAL shows one that is hidden. */
export type CodeKind = "DISCOUNT" | "BOOKING" | "REVEAL";

export type Code = {
  readonly id: number;
  readonly text: string;
  readonly kind: CodeKind;
  readonly discountId: number | undefined;
  /** Those that it opens; with none named, all that need such a code. */
  readonly ticketTypeIds: readonly number[];
  /** The events of those. */
  readonly ticketTypeEventIds: readonly number[];
  /** Good for these only; with none named, for all. */
  readonly eventIds: readonly number[];
  readonly validFrom: Date | undefined;
  readonly validTo: Date | undefined;
  readonly maximumUses: number | undefined;
  /** By carts that hold it now, and by those that were paid for. */
  readonly uses: number;
  readonly enabled: boolean;
};

export type CodeResult =
  | "APPLIED"
  | "UNLOCKED"
  | "REVEALED"
  | "NO_EFFECT"
  | "NOT_FOR_THIS_EVENT"
  | "USED_UP"
  | "NOT_YET"
  | "ENDED"
  | "UNKNOWN";

/** What became of one code that was typed. */
export type CodeAnswer = { readonly code: string; readonly result: CodeResult; readonly savingMinor?: number };

/** A code as it was typed, and what it turned out to be. */
export type TypedCode = {
  readonly typed: string;
  readonly code?: Code;
  /** The cart holds one of its uses already: then neither its window nor its limit is asked again. */
  readonly holdsUse: boolean;
};

/** Whether the code did something for the cart, and so counts as used by it. */
export function isOfUse(result: CodeResult): boolean {
  return result === "APPLIED" || result === "UNLOCKED" || result === "REVEALED";
}

/** More in one cart helps nobody. */
export const CODES_MAX = 10;
export const CODE_LENGTH_MAX = 40;

/** Codes are one whatever their capitals are, and however a script composes its letters. */
export function foldCode(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** What was typed into the one box: codes separated by spaces, each of them once. */
export function splitCodes(text: string): readonly string[] {
  return onceEach(text.split(/\s+/).filter((typed) => typed !== ""));
}

export function onceEach(typed: readonly string[]): readonly string[] {
  return [...new Map(typed.map((text) => [foldCode(text), text] as const).toReversed()).values()].toReversed();
}

/** Why a code does nothing for anybody now; `undefined` while it is good. */
export function whyNotGood({ code, holdsUse }: TypedCode, now: Date): CodeResult | undefined {
  if (code === undefined) return "UNKNOWN";
  if (holdsUse) return undefined;
  if (!code.enabled) return "UNKNOWN";
  if (code.validFrom && code.validFrom > now) return "NOT_YET";
  if (code.validTo && code.validTo <= now) return "ENDED";
  return code.maximumUses !== undefined && code.uses >= code.maximumUses ? "USED_UP" : undefined;
}

/** What a code may open. */
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

/** Whether a ticket type may be bought with these codes. One that is hidden and needs a booking code needs both. */
export function isOpen(type: Lockable, codes: readonly Code[]): boolean {
  const isOpenedBy = (kind: CodeKind) => codes.some((code) => code.kind === kind && opens(code, type));
  return (!type.codeRequired || isOpenedBy("BOOKING")) && (!type.hidden || isOpenedBy("REVEAL"));
}
