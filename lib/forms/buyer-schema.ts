import "#lib/forms/jitless.ts";
import { _default, object, optional, pipe, refine, string, transform, trim, unknown } from "zod/mini";
import type { Buyer } from "#lib/domain/people/buyer.ts";

export type BuyerErrorWords = {
  readonly firstName: string;
  readonly firstNameLong: string;
  readonly lastName: string;
  readonly lastNameLong: string;
  readonly email: string;
  readonly emailWrong: string;
  readonly phoneWrong: string;
};

/** The form's fields, by the name that stands in the page. */
export const BUYER_FIELDS = ["firstName", "lastName", "email", "phone"] as const;

const NAME_MAX = 100;
const EMAIL_MAX = 254;
const PHONE_DIGITS_MIN = 6;
const PHONE_MAX = 40;

/** The same on both sides. Any script, any case, a single letter: only what cannot be right is refused. */
export function buyerSchema(words: BuyerErrorWords) {
  const fields = object({
    firstName: text(words.firstName, words.firstNameLong, NAME_MAX),
    lastName: text(words.lastName, words.lastNameLong, NAME_MAX),
    email: text(words.email, words.emailWrong, EMAIL_MAX).check(refine(canBeEmail, words.emailWrong)),
    phone: _default(string(words.phoneWrong).check(trim(), refine(canBePhone, words.phoneWrong)), ""),
    optIn: optional(unknown()),
  });
  return pipe(
    fields,
    transform(({ phone, optIn, ...buyer }): Buyer => {
      const given = { ...buyer, optIn: optIn === "on" };
      return phone === "" ? given : { ...given, phone };
    }),
  );
}

function text(missing: string, tooLong: string, lengthMax: number) {
  return string(missing).check(
    trim(),
    refine((value) => value !== "", { error: missing, abort: true }),
    refine((value) => value.length <= lengthMax, { error: tooLong, abort: true }),
  );
}

/** Something, an @, and a domain with a dot in it; the mail server knows the rest. */
function canBeEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email);
}

function canBePhone(phone: string): boolean {
  const digits = phone.replace(/\D/g, "").length;
  return phone === "" || (digits >= PHONE_DIGITS_MIN && phone.length <= PHONE_MAX);
}
