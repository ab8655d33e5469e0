import { z } from "zod";
import { INPUT_TYPES } from "#src/catalogue/domain/additional-field.ts";
import { BUYER_FIELDS, type BuyerField } from "#src/catalogue/domain/buyer-field.ts";
import { cleanEmail, emailAddressOf } from "#src/platform/domain/email-address.ts";
import { hasWebAddress, visibleText, withPlainDigits } from "#src/platform/domain/typed-text.ts";
import { type Reply, refuse } from "#src/platform/http/call.ts";
import { because, type ErrorRow, row } from "#src/platform/http/error-rows.ts";
import { renderer, webAddress } from "#src/platform/http/mail-fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { id } from "#src/platform/http/shapes.ts";
import type { Answer, AnswerProblem } from "#src/reservations/domain/answers.ts";
import type { Buyer, TermsMissing } from "#src/reservations/domain/sale.ts";
import type { LockInput, UnplacedGuest } from "#src/reservations/use-cases/lock-cart.ts";

const FIELDS_MAX = 100;
const ANSWER_MAX = 2_000;
const GUESTS_MAX = 1_000;
/** The most conditions that one cart can have. */
const TERMS_MAX = 100;

const answerText = z.string().overwrite(visibleText).max(ANSWER_MAX);

/** The answers of a guest or a buyer, by the name of the question. */
export const answersBody = z.record(z.string(), answerText).superRefine((data, context) => checkNames(data, context));

/** A flag, as text or as a JSON boolean. */
const flag = z
  .union([z.enum(["true", "false"]), z.boolean()], "true or false is expected")
  .transform(String)
  .optional();

const others = {
  OPT_IN: flag,
  LANGUAGE: z.string().trim().max(35).optional(),
  /** Accepted and not kept: whoever reads it opens the order. The storefront makes the link of a mail when it renders it. */
  orderLink: webAddress.optional(),
};

const ONE_NAME = {
  ONE_NAME: flag.meta({
    description: "`true` for a person with one name: it is LAST_NAME, and FIRST_NAME may be left out and is not kept.",
  }),
};

const EXTENSIONS = { ...ONE_NAME, messages: renderer.optional() };

export type BuyerBodies = ReturnType<typeof buyerBodies>;

/** Returns the bodies with a buyer's details. Those of a strict service refuse the fields that extend the interface. */
export function buyerBodies({ strictV2 }: { readonly strictV2: boolean }) {
  const fields = BUYER_FIELDS.filter(({ isExtension }) => !(strictV2 && isExtension));
  const refused = BUYER_FIELDS.filter((field) => !fields.includes(field)).map(({ name }) => name);
  if (strictV2) refused.push(...Object.keys(ONE_NAME));
  // A strict service has none of them, and so refuses their names.
  const extensions = (strictV2 ? {} : EXTENSIONS) as typeof EXTENSIONS;
  const check = (data: Readonly<Record<string, unknown>>, context: z.RefinementCtx) =>
    checkNames(data, context, refused);
  return {
    /** The buyer's details, flat, with any additional field under its own name, and the guests' answers that are known. */
    lock: z
      .object({
        ...shapeOf(fields, ({ required, name }) => required && (strictV2 || name !== "FIRST_NAME")),
        ...others,
        guests: z
          .array(z.strictObject({ ticketType: id, data: answersBody }))
          .max(GUESTS_MAX)
          .optional(),
        /** The links of the conditions that the buyer accepted, each as the event has it in `externalTermsUrl`. */
        acceptedTerms: z.array(z.string().max(ANSWER_MAX)).max(TERMS_MAX).optional(),
        ...extensions,
      })
      .catchall(answerText)
      .superRefine(checkFirstName)
      .superRefine(check),
    /** The same after the sale: only the named fields change. */
    change: z
      .object({ ...shapeOf(fields, () => false), ...others, ...((strictV2 ? {} : ONE_NAME) as typeof ONE_NAME) })
      .catchall(answerText)
      .superRefine(check),
  };
}

function checkFirstName({ FIRST_NAME, ONE_NAME }: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  if (FIRST_NAME !== undefined || ONE_NAME === "true") return;
  context.addIssue({ code: "invalid_type", expected: "string", path: ["FIRST_NAME"], input: FIRST_NAME });
}

function shapeOf(fields: readonly BuyerField[], isRequired: (field: BuyerField) => boolean) {
  return Object.fromEntries(
    fields.map((field) => [field.name, isRequired(field) ? textOf(field) : textOf(field).optional()]),
  );
}

/** A required field must not be empty, even where a change may leave it out. */
function textOf({ type, lengthMax, required }: BuyerField) {
  const clean = z.string().overwrite(CLEANED[type]);
  const limited = (required ? clean.min(1, "a value is required") : clean).max(lengthMax);
  if (type === "name") return limited.refine((name) => !hasWebAddress(name), NO_WEB_ADDRESS);
  if (type !== "email") return limited;
  return limited.superRefine((input, context) => {
    const message = "an email address is expected, such as name@example.com";
    if (!isMailable(input)) context.addIssue({ code: "invalid_format", format: "email", input, message });
  });
}

/** Returns a text of each type as it is checked and stored. */
const CLEANED: Readonly<Record<BuyerField["type"], (typed: string) => string>> = {
  name: visibleText,
  text: visibleText,
  email: cleanEmail,
  phone: (typed) => withPlainDigits(visibleText(typed)),
};

/** Names are written into messages that anybody can have sent to anybody. */
export const NO_WEB_ADDRESS = { error: "a name without a web address is expected", params: because("not_a_name") };

/** Only its mail server knows whether an address exists, but one that no message can be sent to is refused. */
function isMailable(text: string): boolean {
  return text === "" || emailAddressOf(text) !== undefined;
}

function checkNames(
  fields: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
  refused: readonly string[] = [],
): void {
  const names = Object.keys(fields);
  for (const name of names.filter((name) => refused.includes(name)))
    context.addIssue({
      code: "custom",
      path: [name],
      message: "this field is not part of the v2 interface",
      params: because("unknown_field"),
    });
  if (names.length > FIELDS_MAX)
    context.addIssue({
      code: "custom",
      message: `at most ${FIELDS_MAX} fields are accepted`,
      params: because("too_many", FIELDS_MAX),
    });
  for (const name of names) {
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(name)) {
      const message = "a field name has letters, digits, spaces, dots, underscores and dashes only";
      context.addIssue({ code: "custom", path: [name], message, params: because("not_a_field_name") });
    }
  }
}

/** Returns the fields with text that are stored. A person of one name has no first name, also where they had one before. */
export function buyerOf({
  ONE_NAME,
  orderLink: _link,
  ...fields
}: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const named = ONE_NAME === "true" ? { ...fields, FIRST_NAME: "" } : fields;
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}

export function lockInputOf({ guests, acceptedTerms, messages }: z.output<BuyerBodies["lock"]>): LockInput {
  return {
    guests: guests?.map(({ ticketType, data }) => ({ ticketTypeId: ticketType, data })),
    acceptedTerms,
    renderer: messages,
  };
}

const WRONG: Readonly<Record<AnswerProblem["problem"], (problem: AnswerProblem) => string>> = {
  required: ({ label }) => `Answer this question: ${label}`,
  too_long: ({ label, lengthMax }) => `Use at most ${lengthMax} characters: ${label}`,
  several_lines: ({ label }) => `Answer in one line: ${label}`,
  not_a_choice: ({ label }) => `Choose one of the values: ${label}`,
  not_a_date: ({ label }) => `Give a day that exists, such as 1990-02-28: ${label}`,
  not_a_name: ({ label }) => `Give a name without a web address: ${label}`,
  not_an_email: ({ label }) => `Give an email address, such as name@example.com: ${label}`,
  not_a_phone: ({ label }) => `Give a telephone number: ${label}`,
};

function problemRow(one: AnswerProblem & { readonly path?: string }): ErrorRow {
  const { problem, path = one.name, lengthMax } = one;
  return row(path, problem, WRONG[problem](one), problem === "too_long" ? lengthMax : undefined);
}

function unplacedRow({ index, quantity }: UnplacedGuest): ErrorRow {
  const guest = `guests[${index}]`;
  if (quantity > 0) {
    const message = `The cart has ${quantity} of this ticket type, so there is no ticket for ${guest}. Leave it out.`;
    return row(guest, "no_ticket_for_guest", message);
  }
  const message = "The cart has no ticket of this type. Leave this guest out, or reserve the ticket first.";
  return row(`${guest}.ticketType`, "no_ticket_of_type", message);
}

/** Returns 400 with a row for each wrong answer, each condition not accepted and each guest without a ticket. */
export function answersRefused(
  problems: readonly (AnswerProblem & { readonly path?: string })[],
  terms: readonly TermsMissing[] = [],
  unplaced: readonly UnplacedGuest[] = [],
): Reply<never> {
  return refuse(400, [
    ...unplaced.map(unplacedRow),
    ...problems.map(problemRow),
    ...terms.map(({ url, eventName }) =>
      row(
        "acceptedTerms",
        "terms_not_accepted",
        `The buyer must accept the conditions of ${eventName}: put ${url} into acceptedTerms.`,
      ),
    ),
  ]);
}

export const answered = named(
  "Answer",
  z.object({
    name: z.string(),
    label: z.string(),
    inputType: z.enum(INPUT_TYPES),
    values: z.array(z.string()),
    answer: z.string(),
  }),
);

export const customer = named("Customer", z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }));

export function toCustomer({ FIRST_NAME = "", LAST_NAME = "", EMAIL = "" }: Buyer): z.input<typeof customer> {
  return { firstName: FIRST_NAME, lastName: LAST_NAME, email: EMAIL };
}

/** A buyer's data as it was given: the standard fields, and the answers to a promoter's questions by their names. */
export const buyerData = named(
  "BuyerData",
  z.object(Object.fromEntries(BUYER_FIELDS.map(({ name }) => [name, z.string().optional()]))).catchall(z.string()),
);

export function toAnswered({ choices, ...answer }: Answer): z.input<typeof answered> {
  return { ...answer, values: [...choices] };
}
