import "#lib/forms/zod-without-eval.ts";
import { array, maxLength, minLength, object, refine, string } from "zod/mini";
import { dayAndClockOf, isWallTime } from "#lib/promoter/forms/typed.ts";
import type { FormField, LeafField } from "#lib/ticketing/manage/form-fields.ts";
import { isEmail } from "#lib/ticketing/model/buyer.ts";
import { parseDay } from "#lib/ticketing/model/day.ts";
import { accountCurrency, parseMoney } from "#lib/ticketing/model/money.ts";

/**
 * Returns the schema of a form's texts, the same in the browser and the action. The message of an issue is the service's reason for
 * the same refusal, with its limit: "too_long 200".
 */
export function formSchema(fields: readonly FormField[]) {
  const shape = fields.map((field) => [field.name, field.kind === "rows" ? rowsSchema(field) : leafSchema(field)]);
  return object(Object.fromEntries(shape));
}

function rowsSchema({ fields, max, required }: Extract<FormField, { readonly kind: "rows" }>) {
  const row = object(Object.fromEntries(fields.map((leaf) => [leaf.name, leafSchema(leaf)])));
  return array(row).check(minLength(required ? 1 : 0, "too_few 1"), maxLength(max, `too_many ${max}`));
}

function leafSchema(field: LeafField) {
  if (field.kind === "choices" || field.kind === "checks") {
    return array(string()).check(
      refine(
        (keys) => field.required !== true || keys.length > 0,
        field.kind === "checks" ? "none_chosen" : "required",
      ),
      refine((keys) => field.kind === "choices" || keys.every((key) => isOption(field, key)), "not_a_choice"),
    );
  }
  return string().check(
    refine((text) => problemOf(field, text) === undefined, { error: ({ input }) => problemOf(field, String(input)) }),
  );
}

function problemOf(field: LeafField, text: string): string | undefined {
  if (text === "") return field.required ? "required" : undefined;
  switch (field.kind) {
    case "text":
      if (text.length > field.max) return `too_long ${field.max}`;
      if (field.format === "email") return isEmail(text) ? undefined : "not_an_email";
      if (field.format === "colour") return /^#[\da-f]{6}$/i.test(text) ? undefined : "not_a_colour";
      return field.format === undefined || isWebAddress(text) ? undefined : "not_a_web_address";
    case "longText":
      return text.length > field.max ? `too_long ${field.max}` : undefined;
    case "number":
      if (!/^-?\d{1,15}$/.test(text)) return "not_whole";
      if (Number(text) < field.min) return `too_small ${field.min}`;
      return Number(text) > field.max ? `too_large ${field.max}` : undefined;
    case "money":
      return parseMoney(text, accountCurrency() ?? "") === undefined ? "too_many_decimals" : undefined;
    case "time":
      return isWallTime(text) && parseDay(dayAndClockOf(text)[0]) !== undefined ? undefined : "not_a_time";
    case "choice":
      // What the page offers is known to the page alone: the service refuses what is not there.
      return "optionsFrom" in field || isOption(field, text) ? undefined : "not_a_choice";
    default:
      return undefined;
  }
}

function isOption({ options }: Pick<Extract<LeafField, { readonly kind: "checks" }>, "options">, key: string): boolean {
  return options.some(({ value }) => value === key);
}

/** As the service reads it: https, and no name before the host. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https:\/\/[^@/?#\\]+(?:[/?#]|$)/i.test(text);
}
