/** What a question is about: something of a person that every form knows, or something of the promoter's own. */
export type FieldKind = "custom" | "name" | "firstName" | "lastName" | "email" | "phone";

/** A question of a promoter's, to the Buyer while buying or to each Guest. */
export type Field = {
  /** Names the answer, in this Event and in any other that asks the same. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly input: "line" | "text" | "day" | "choice" | "suggestions";
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly lengthMax: number;
  /** The name of the question whose answer calls for this one. */
  readonly parent?: string;
  /** Which of the parent's answers do; empty: any. */
  readonly parentAnswers: readonly string[];
};

/** Asked of the Guests with these TicketTypes; empty: of all. */
export type GuestField = Field & { readonly ticketTypeIds: readonly number[] };

export type Answers = Readonly<Record<string, string>>;

/** What is wrong with one answer. `guest` counts the Guests that were told of, from 0. */
export type AnswerProblem = {
  readonly name: string;
  readonly guest?: number;
  readonly problem: "missing" | "unfit" | "not_so";
};

/** Whether the answers so far call for this question: a child's parents must all be asked, and answered so. */
export function isCalledFor(field: Field, fields: readonly Field[], answerOf: (name: string) => string): boolean {
  const { parent: name, parentAnswers } = field;
  if (name === undefined) return true;
  const parent = fields.find((one) => one.name === name && one !== field);
  if (parent === undefined || !isCalledFor(parent, without(fields, field), answerOf)) return false;
  const answer = answerOf(name);
  return answer !== "" && (parentAnswers.length === 0 || parentAnswers.includes(answer));
}

/** So that a ring of parents, which no honest service has, comes to an end. */
function without(fields: readonly Field[], field: Field): readonly Field[] {
  return fields.filter((one) => one !== field);
}

export function guestFieldsFor(fields: readonly GuestField[], ticketTypeId: number): readonly GuestField[] {
  return fields.filter(({ ticketTypeIds }) => ticketTypeIds.length === 0 || ticketTypeIds.includes(ticketTypeId));
}

/** The required questions that are still open. */
export function missingFrom(fields: readonly Field[], answers: Answers): readonly Field[] {
  const answerOf = (name: string) => answers[name] ?? "";
  return fields.filter((field) => field.required && !answerOf(field.name) && isCalledFor(field, fields, answerOf));
}

/** The name, address and telephone of a person: never the same for two. */
export function isPersonal({ kind }: Field): boolean {
  return kind !== "custom";
}

/** What a person may be known by. */
export type Person = Readonly<Partial<Record<FieldKind, string>>>;

/** This person's part of the answers to these questions. */
export function answersOf({ firstName = "", lastName = "", ...person }: Person, fields: readonly Field[]): Answers {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const known: Person = { name, firstName, lastName, ...person };
  return Object.fromEntries(fields.filter(isPersonal).map((field) => [field.name, known[field.kind] ?? ""]));
}

/** Asked with the Buyer's own details, and not once more below them. */
export function isPhone({ kind }: Field): boolean {
  return kind === "phone";
}
