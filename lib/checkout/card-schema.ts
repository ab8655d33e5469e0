import "#lib/forms/zod-without-eval.ts";
import type { Messages } from "next-intl";
import { object, overwrite, pipe, refine, string, transform } from "zod/mini";
import { cardDigits, codeLength, hasExpired, isCardNumber, parseExpiry } from "#lib/checkout/card.ts";
import { visibleText } from "#lib/i18n/typed-text.ts";

export type CardErrorWords = Messages["Pay"]["error"];

/** The names of the inputs. No state of the form contains their values. */
export const CARD_FIELDS = ["number", "expiry", "code", "name"] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** The schema of a pay form in which nothing is typed, because no card is needed. */
export const noFields = object({});

const NAME_MAX = 100;

/** Returns the schema of the card form, the same in the browser and the action. Spaces and dashes pass; the check digit must be right and the card not expired. */
export function cardSchema(words: CardErrorWords, now: Date) {
  const fields = object({
    number: filled(words.number, words.numberWrong, (digits) => isCardNumber(digits)),
    expiry: string(words.expiry).check(
      refine((text) => visibleText(text) !== "", { error: words.expiry, abort: true }),
      refine((text) => parseExpiry(text) !== undefined, { error: words.expiryWrong, abort: true }),
      refine((text) => !hasExpired(expiryOf(text), now), words.expiryPast),
    ),
    code: filled(words.code, words.codeThree, (digits) => /^\d{3,4}$/.test(digits)),
    name: string(words.name).check(
      overwrite(visibleText),
      refine((text) => text !== "" && text.length <= NAME_MAX, words.name),
    ),
  });
  const whole = fields.check(
    refine(({ number, code }) => code.length === codeLength(number), {
      error: ({ input }) => (codeLength(numberIn(input)) === 4 ? words.codeFour : words.codeThree),
      path: ["code"],
    }),
  );
  return pipe(
    whole,
    transform(({ number, expiry, code, name }) => {
      const { month, year } = expiryOf(expiry);
      return { number, expiryMonth: month, expiryYear: year, cvv: code, name };
    }),
  );
}

function filled(missing: string, wrong: string, canBe: (digits: string) => boolean) {
  return pipe(
    pipe(string(missing), transform(cardDigits)),
    string().check(
      refine((digits) => digits !== "", { error: missing, abort: true }),
      refine(canBe, wrong),
    ),
  );
}

function expiryOf(text: string) {
  return parseExpiry(text) ?? { month: 1, year: 2000 };
}

function numberIn(input: unknown): string {
  return typeof input === "object" && input !== null && "number" in input ? String(input.number) : "";
}
