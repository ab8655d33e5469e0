import type { ServiceClient } from "./service-client.ts";
import { words } from "./words.ts";

/** One question to buyers or guests. `parent` is the name of an earlier question. */
export type QuestionInput = {
  readonly name: string;
  readonly label: string;
  readonly inputType: "AUTOCOMPLETE" | "TEXT" | "TEXTAREA" | "DATE" | "SELECT";
  readonly fieldType?: "NAME";
  readonly askedOf?: "BUYER" | "GUEST";
  readonly values?: readonly string[];
  readonly parent?: string;
  readonly parentAnswers?: readonly string[];
  readonly metadata?: { readonly required?: boolean; readonly maxLength?: number };
};

const REQUIRED = { metadata: { required: true } };

export const PRINTER_TICKETS = [{ name: "Printer", price: "40.00", fee: "0.00" }];
export const TERMS = "https://promoter.example/conditions";

/** One question of each input type, and one that depends on another's answer. */
export const BUYER_QUESTIONS: readonly QuestionInput[] = [
  { name: "Heard", label: "How did you hear about us?", inputType: "AUTOCOMPLETE", values: ["A friend", "The poster"] },
  { name: "Skill", label: "Have you done this?", inputType: "SELECT", values: ["Never", "Often"], ...REQUIRED },
  {
    name: "Where",
    label: "Where was that?",
    inputType: "TEXT",
    parent: "Skill",
    parentAnswers: ["Often"],
    ...REQUIRED,
  },
  { name: "Line", label: "Your line", inputType: "TEXTAREA", metadata: { maxLength: 60 } },
  { name: "Day", label: "Is it for a certain day?", inputType: "DATE" },
  { name: "Van", label: "Where shall we stop?", inputType: "SELECT", values: ["A", "B", "C", "D", "E", "F"] },
];

export const GUEST_QUESTIONS: readonly QuestionInput[] = [
  { name: "NAME", fieldType: "NAME", label: "Guest’s name", inputType: "TEXT", askedOf: "GUEST", ...REQUIRED },
  { name: "Diet", label: "Diet", inputType: "SELECT", values: ["Any", "Other"], askedOf: "GUEST", ...REQUIRED },
  {
    name: "Which",
    label: "Which one?",
    inputType: "TEXT",
    askedOf: "GUEST",
    ...REQUIRED,
    parent: "Diet",
    parentAnswers: ["Other"],
  },
];

/** Adds these questions to an event, and with `termsUrl` requires that the buyer accepts its conditions. */
export async function addQuestions(
  serviceClient: ServiceClient,
  eventId: number,
  fields: readonly QuestionInput[],
  termsUrl?: string,
) {
  const ids = new Map<string, unknown>();
  for (const [index, { parent, ...field }] of fields.entries()) {
    const under = parent === undefined ? {} : { parent: ids.get(parent) };
    const { status, body } = await serviceClient.call("POST", "/additionalField/", {
      event: eventId,
      index,
      ...field,
      ...under,
    });
    if (status !== 200) throw new Error(`The question ${field.name} was refused: ${JSON.stringify(body)}`);
    ids.set(field.name, body.id);
  }
  if (termsUrl === undefined) return;
  const { status } = await serviceClient.call("PUT", `/event/${eventId}`, {
    externalTermsUrl: termsUrl,
    termsRequired: true,
  });
  if (status !== 200) throw new Error(`The conditions were refused with ${status}.`);
}

/** Returns the error about a question as the summary of a form has it: "Choose an answer: Diet". */
export function inSummary(error: "choose" | "day", label: string): string {
  return words.text("Questions.inSummary", { error: words.text(`Questions.error.${error}`), label });
}
