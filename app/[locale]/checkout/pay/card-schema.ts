import "#lib/forms/jitless.ts";
import * as z from "zod/mini";
import { hasExpired, parseExpiry } from "#lib/domain/card-expiry.ts";
import { cardDigits, codeLength, isCardNumber } from "#lib/domain/card-number.ts";

export type CardErrorWords = {
  readonly number: string;
  readonly numberWrong: string;
  readonly expiry: string;
  readonly expiryWrong: string;
  readonly expiryPast: string;
  readonly code: string;
  readonly codeThree: string;
  readonly codeFour: string;
  readonly name: string;
};

/** The form's fields, by the name that stands in the page. No state of the form ever holds what is in them. */
export const CARD_FIELDS = ["number", "expiry", "code", "name"] as const;
export type CardField = (typeof CARD_FIELDS)[number];

const NAME_MAX = 100;

/** The same on both sides: spaces and dashes pass, the check digit must agree, and the card must still be good. */
export function cardSchema(words: CardErrorWords, now: Date) {
  const fields = z.object({
    number: filled(words.number, words.numberWrong, (digits) => isCardNumber(digits)),
    expiry: z.string(words.expiry).check(
      z.refine((text) => text.trim() !== "", { error: words.expiry, abort: true }),
      z.refine((text) => parseExpiry(text) !== undefined, { error: words.expiryWrong, abort: true }),
      z.refine((text) => !hasExpired(expiryOf(text), now), words.expiryPast),
    ),
    code: filled(words.code, words.codeThree, (digits) => /^\d{3,4}$/.test(digits)),
    name: z.string(words.name).check(
      z.trim(),
      z.refine((text) => text !== "" && text.length <= NAME_MAX, words.name),
    ),
  });
  const whole = fields.check(
    z.refine(({ number, code }) => code.length === codeLength(number), {
      error: ({ input }) => (codeLength(numberIn(input)) === 4 ? words.codeFour : words.codeThree),
      path: ["code"],
    }),
  );
  return z.pipe(
    whole,
    z.transform(({ number, expiry, code, name }) => {
      const { month, year } = expiryOf(expiry);
      return { number, expiryMonth: month, expiryYear: year, cvv: code, name };
    }),
  );
}

function filled(missing: string, wrong: string, canBe: (digits: string) => boolean) {
  return z.pipe(
    z.pipe(z.string(missing), z.transform(cardDigits)),
    z.string().check(
      z.refine((digits) => digits !== "", { error: missing, abort: true }),
      z.refine(canBe, wrong),
    ),
  );
}

function expiryOf(text: string) {
  return parseExpiry(text) ?? { month: 1, year: 2000 };
}

function numberIn(input: unknown): string {
  return typeof input === "object" && input !== null && "number" in input ? String(input.number) : "";
}
