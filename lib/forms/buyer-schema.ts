import "#lib/forms/jitless.ts";
import { _default, object, optional, pipe, refine, string, transform, trim, unknown } from "zod/mini";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { EMAIL_MAX, isEmail, isPhoneNumber } from "#lib/domain/people/contact.ts";

export type BuyerErrorWords = {
  readonly firstName: string;
  readonly firstNameLong: string;
  readonly lastName: string;
  readonly lastNameLong: string;
  readonly email: string;
  readonly emailWrong: string;
  readonly phoneWrong: string;
};

const NAME_MAX = 100;

/**
 * Returns the schema of the Buyer's fields, the same in the browser and the action. Names pass in any script, case and
 * length from one letter: only what cannot be right is refused.
 */
export function buyerSchema(words: BuyerErrorWords, { isPhoneRequired = false } = {}) {
  const fields = object({
    firstName: text(words.firstName, words.firstNameLong, NAME_MAX),
    lastName: text(words.lastName, words.lastNameLong, NAME_MAX),
    email: text(words.email, words.emailWrong, EMAIL_MAX).check(refine(isEmail, words.emailWrong)),
    phone: _default(
      string(words.phoneWrong).check(
        trim(),
        refine((phone) => (phone === "" ? !isPhoneRequired : isPhoneNumber(phone)), words.phoneWrong),
      ),
      "",
    ),
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
