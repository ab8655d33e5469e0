import type { ServiceClient } from "./service-client.ts";

/** One question to buyers or guests; its parent by the name of one before it. */
export type FieldAsked = {
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

export const PRINTER = [{ name: "Printer", price: "40.00", fee: "0.00" }];
export const TERMS = "https://promoter.example/conditions";

/** A question of every kind, and one that hangs on another. */
export const OF_BUYERS: readonly FieldAsked[] = [
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

export const OF_GUESTS: readonly FieldAsked[] = [
  { name: "NAME", fieldType: "NAME", label: "Guest’s name", inputType: "TEXT", askedOf: "GUEST", ...REQUIRED },
  { name: "Diet", label: "Diet", inputType: "SELECT", values: ["Any", "Other"], askedOf: "GUEST", ...REQUIRED },
  {
    ...{ name: "Which", label: "Which one?", inputType: "TEXT", askedOf: "GUEST", ...REQUIRED },
    ...{ parent: "Diet", parentAnswers: ["Other"] },
  },
];

/** Asks an event's buyers and guests these questions, and wants its conditions accepted where there are some. */
export async function ask(
  serviceClient: ServiceClient,
  eventId: number,
  fields: readonly FieldAsked[],
  termsUrl?: string,
) {
  const asked = new Map<string, unknown>();
  for (const [index, { parent, ...field }] of fields.entries()) {
    const under = parent === undefined ? {} : { parent: asked.get(parent) };
    const { status, body } = await serviceClient.call("POST", "/additionalField/", {
      event: eventId,
      index,
      ...field,
      ...under,
    });
    if (status !== 200) throw new Error(`The question ${field.name} was refused: ${JSON.stringify(body)}`);
    asked.set(field.name, body.id);
  }
  if (termsUrl === undefined) return;
  const { status } = await serviceClient.call("PUT", `/event/${eventId}`, {
    externalTermsUrl: termsUrl,
    termsRequired: true,
  });
  if (status !== 200) throw new Error(`The conditions were refused with ${status}.`);
}
