import { z } from "zod";

const NAME_MAX = 100;
const EMAIL_MAX = 254;
const FIELDS_MAX = 100;
const ANSWER_MAX = 2_000;

const someone = z.string().trim().min(1, "please give one").max(NAME_MAX);

/** Deliberately loose: whether an address exists is known only to its mail server. */
const email = z
  .string()
  .trim()
  .max(EMAIL_MAX)
  .regex(/^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/, "an e-mail address is expected, such as name@example.com");

const link = z
  .string()
  .max(ANSWER_MAX)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), "a web address is expected");

/** The buyer's details, flat, with any additional field under its own name. */
export const buyerBody = z
  .object({
    FIRST_NAME: someone,
    LAST_NAME: someone,
    EMAIL: email,
    PHONE: z.string().trim().max(40).optional(),
    /** A flag, as text. */
    OPT_IN: z.enum(["true", "false"]).optional(),
    LANGUAGE: z.string().trim().max(35).optional(),
    /** What the mail to the buyer links to. */
    orderLink: link.optional(),
  })
  .catchall(z.string().trim().max(ANSWER_MAX))
  .superRefine((fields, context) => {
    const names = Object.keys(fields);
    if (names.length > FIELDS_MAX)
      context.addIssue({ code: "custom", message: `at most ${FIELDS_MAX} fields are taken` });
    for (const name of names) {
      if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(name)) {
        context.addIssue({
          code: "custom",
          path: [name],
          message: "a field's name is letters, digits, spaces, dots and dashes",
        });
      }
    }
  });

/** What is kept: the fields that were given. */
export function buyerOf(fields: z.output<typeof buyerBody>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}
