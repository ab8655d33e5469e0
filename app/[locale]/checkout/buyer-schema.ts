import "#lib/forms/jitless.ts";
import * as z from "zod/mini";
import type { Buyer } from "#lib/domain/buyer.ts";

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
export type BuyerField = (typeof BUYER_FIELDS)[number];

const NAME_MAX = 100;
const EMAIL_MAX = 254;
const PHONE_DIGITS_MIN = 6;
const PHONE_MAX = 40;

/** The same on both sides. Any script, any case, a single letter: only what cannot be right is refused. */
export function buyerSchema(words: BuyerErrorWords) {
  const fields = z.object({
    firstName: text(words.firstName, words.firstNameLong, NAME_MAX),
    lastName: text(words.lastName, words.lastNameLong, NAME_MAX),
    email: text(words.email, words.emailWrong, EMAIL_MAX).check(z.refine(canBeEmail, words.emailWrong)),
    phone: z._default(z.string(words.phoneWrong).check(z.trim(), z.refine(canBePhone, words.phoneWrong)), ""),
    optIn: z.optional(z.unknown()),
  });
  return z.pipe(
    fields,
    z.transform(({ phone, optIn, ...buyer }): Buyer => {
      const given = { ...buyer, optIn: optIn === "on" };
      return phone === "" ? given : { ...given, phone };
    }),
  );
}

function text(missing: string, tooLong: string, lengthMax: number) {
  return z.string(missing).check(
    z.trim(),
    z.refine((value) => value !== "", { error: missing, abort: true }),
    z.refine((value) => value.length <= lengthMax, { error: tooLong, abort: true }),
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
