/** The subject of a question: a known attribute of a person, or the promoter's own. */
export type FieldKind = "custom" | "name" | "firstName" | "lastName" | "email" | "phone";

/** A promoter's question to the Buyer at checkout or to each Guest. */
export type Field = {
  /** Identifies the answer, in this Event and in any other with the same question. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly input: "line" | "text" | "day" | "choice" | "suggestions";
  readonly choices: readonly string[];
  /** Absent: the service does not say, and refuses an answer that it misses. */
  readonly required?: boolean;
  readonly lengthMax: number;
  /** The name of the question whose answer decides whether this one is asked. */
  readonly parent?: string;
  /** The parent's answers that lead to this question; empty: any. */
  readonly parentAnswers: readonly string[];
};

/** A question to the Guests with these TicketTypes; empty: to all. */
export type GuestField = Field & { readonly ticketTypeIds: readonly number[] };

export type Answers = Readonly<Record<string, string>>;

/** A problem with one answer. `guest` is the index of the Guest, from 0. */
export type AnswerProblem = {
  readonly name: string;
  readonly guest?: number;
  readonly problem: "missing" | "not_accepted" | "wrong_format";
};

/**
 * Returns whether this question is asked, given the answers: all of its parents must be asked and answered accordingly.
 */
export function applies(field: Field, fields: readonly Field[], answerOf: (name: string) => string): boolean {
  const { parent: name, parentAnswers } = field;
  if (name === undefined) return true;
  const parent = fields.find((one) => one.name === name && one !== field);
  if (parent === undefined || !applies(parent, without(fields, field), answerOf)) return false;
  const answer = answerOf(name);
  return answer !== "" && (parentAnswers.length === 0 || parentAnswers.includes(answer));
}

/** Excludes the field itself, so that a cycle of parents ends. */
function without(fields: readonly Field[], field: Field): readonly Field[] {
  return fields.filter((one) => one !== field);
}

export function guestFieldsFor(fields: readonly GuestField[], ticketTypeId: number): readonly GuestField[] {
  return fields.filter(({ ticketTypeIds }) => ticketTypeIds.length === 0 || ticketTypeIds.includes(ticketTypeId));
}

/** Returns the required questions without an answer. */
export function missingFrom(fields: readonly Field[], answers: Answers): readonly Field[] {
  const answerOf = (name: string) => answers[name] ?? "";
  return fields.filter((field) => field.required && !answerOf(field.name) && applies(field, fields, answerOf));
}

/** Returns whether a question is about the person: name, email or phone. Two persons never share the answer. */
export function isPersonal({ kind }: Field): boolean {
  return kind !== "custom";
}

/** Returns whether a question asks for a person's name, or a part of it. */
export function isName({ kind }: Pick<Field, "kind">): boolean {
  return kind === "name" || kind === "firstName" || kind === "lastName";
}

/** Known attributes of a person. */
export type Person = Readonly<Partial<Record<FieldKind, string>>>;

/** Returns the answers to these questions that are known of this person. */
export function answersOf({ firstName = "", lastName = "", ...person }: Person, fields: readonly Field[]): Answers {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const known: Person = { name, firstName, lastName, ...person };
  return Object.fromEntries(fields.filter(isPersonal).map((field) => [field.name, known[field.kind] ?? ""]));
}

/** Returns whether this is the phone question. It is part of the Buyer's own details and not repeated below them. */
export function isPhone({ kind }: Field): boolean {
  return kind === "phone";
}
