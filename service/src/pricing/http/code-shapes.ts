import { z } from "zod";
import { toDecimal } from "#src/platform/domain/money.ts";
import { visibleText } from "#src/platform/domain/typed-text.ts";
import { because } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, toCurrency } from "#src/platform/http/shapes.ts";
import {
  CODE_LENGTH_MAX,
  CODE_RESULTS,
  CODES_MAX,
  type CodeAnswer,
  type CodeResult,
  splitCodes,
} from "#src/pricing/domain/code.ts";
import type { Saving } from "#src/pricing/domain/engine/rule.ts";

/** Spaces separate codes, so a code contains none. */
export const codeText = z
  .string()
  .normalize("NFC")
  .min(1)
  .max(CODE_LENGTH_MAX)
  .regex(/^[^\s\p{C}\p{Z}]+$/u, "a code has no spaces")
  .refine((typed) => visibleText(typed) !== "", {
    error: "a code has something to see",
    params: because("too_short", 1),
  });

/** The codes of a cart, separated by spaces. */
export const bookingCode = z
  .string()
  .max(500)
  .refine((text) => splitCodes(text).length <= CODES_MAX, {
    error: `at most ${CODES_MAX} codes`,
    params: because("too_many", CODES_MAX),
  })
  .refine((text) => splitCodes(text).every((code) => code.length <= CODE_LENGTH_MAX), {
    error: `a code has at most ${CODE_LENGTH_MAX} characters`,
    params: because("too_long", CODE_LENGTH_MAX),
  });

export const codeAnswer = named(
  "CodeAnswer",
  z.object({
    code: z.string(),
    result: z.enum(CODE_RESULTS),
    saving: currency.optional(),
    message: z.string(),
  }),
);

export const saving = named("Saving", z.object({ rule: z.string(), name: z.string(), amount: currency }));

const MESSAGES: Readonly<Record<CodeResult, (saving: string) => string>> = {
  APPLIED: (saving) => `It took off ${saving}.`,
  UNLOCKED: () => "It lets you buy tickets that need a code.",
  REVEALED: () => "It shows tickets that are hidden without it.",
  NO_EFFECT: () => "It is valid but has no effect here: no ticket is in its scope, or another saving is larger.",
  NOT_FOR_THIS_EVENT: () => "It is for another event. The price is unchanged.",
  USED_UP: () => "It has been used as often as it may be. The price is unchanged.",
  NOT_YET: () => "It is not valid yet. The price is unchanged.",
  ENDED: () => "It is no longer valid. The price is unchanged.",
  UNKNOWN: () => "There is no such code. The price is unchanged.",
};

export function toCodeAnswer({ code, result, savingMinor }: CodeAnswer, currency: string): z.input<typeof codeAnswer> {
  const money = savingMinor === undefined ? undefined : { minor: savingMinor, currency };
  const message = MESSAGES[result](money ? `${toDecimal(money)} ${currency}` : "");
  return { code, result, ...(money && { saving: toCurrency(money) }), message };
}

export function toSaving({ ruleId, name, minor }: Saving, currency: string): z.input<typeof saving> {
  return { rule: ruleId, name, amount: toCurrency({ minor, currency }) };
}
