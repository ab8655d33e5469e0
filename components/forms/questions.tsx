"use client";

import { Fragment, type ReactNode } from "react";
import { onlyIf, Question, type QuestionWords } from "#components/forms/question.tsx";
import type { ActionForm } from "#components/forms/use-action-form.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import { answersIn, inputName, inputsOf } from "#lib/checkout/details/answers.ts";
import { bySharedPrefix, type QuestionRules } from "#lib/checkout/details/question-rules.ts";
import { type Answers, answersOf, applies, isPersonal, type Person } from "#lib/ticketing/model/field.ts";

/** Questions under one heading: those of an event, or those to the guest with one ticket. */
type QuestionSection = QuestionRules & {
  readonly title?: string;
  /** Answers that a button fills in, by the question's name. */
  readonly copies?: readonly { readonly label: string; readonly answers: Answers }[];
  /** A button fills in the buyer's own details from this form. */
  readonly asksPerson?: boolean;
};

export type QuestionsProps = {
  readonly ofBuyer: readonly QuestionSection[];
  readonly ofGuests: readonly QuestionSection[];
  /** A checkbox for each different set of conditions. */
  readonly terms: readonly { readonly name: string; readonly label: ReactNode }[];
  /** The initial values of the inputs, by name. */
  readonly given: Readonly<Partial<Record<string, string>>>;
  readonly locale: string;
  readonly words: QuestionWords;
};

type QuestionsForm = Pick<ActionForm<string>, "register" | "field" | "errorOf" | "setValue" | "watch" | "formData">;

/** The promoters' questions in a form. Loaded only where there are some. */
export function Questions(props: QuestionsProps & { readonly form: QuestionsForm }) {
  const { ofBuyer, ofGuests, terms, given, locale, words, form } = props;
  const scriptRuns = useScriptRuns();
  const fieldsByPrefix = new Map(
    bySharedPrefix([...ofBuyer, ...ofGuests]).map(({ prefix, fields }) => [prefix, fields]),
  );

  function fillIn({ prefix, fields }: QuestionSection, answers: Answers) {
    for (const field of fields) {
      const answer = answers[field.name] ?? "";
      if (answer === "") continue;
      const shouldValidate = form.errorOf(inputName(prefix, field)) !== undefined;
      for (const [name, value] of Object.entries(inputsOf(prefix, field, answer))) {
        form.setValue(name, value, { shouldValidate });
      }
    }
  }

  /** Copies the answers of one guest to the others, except those that belong to one person. */
  function copyToAll(from: QuestionSection) {
    const values = Object.fromEntries(form.formData());
    const alike = from.fields.filter((field) => !isPersonal(field));
    const answers = answersIn(values, from.prefix, alike);
    for (const section of ofGuests) if (section !== from) fillIn(section, answers);
  }

  function questionsOf({ prefix, fields }: QuestionSection) {
    const all = fieldsByPrefix.get(prefix) ?? fields;
    const answerOf = (name: string) => {
      const input = inputName(prefix, { name });
      return form.watch(input) ?? given[input] ?? "";
    };
    return fields.map((field) => {
      const name = inputName(prefix, field);
      const isCalled = applies(field, all, answerOf);
      if (scriptRuns && !isCalled) return null;
      const question = { field, name, given, form, locale, words };
      const isChild = field.parent !== undefined;
      if (!isChild) return <Question key={name} {...question} />;
      return (
        <div
          key={name}
          className={`border-s-4 border-line ps-4 ${isCalled ? "" : "hidden [@media(scripting:none)]:block"}`}
        >
          <Question {...question} {...(!scriptRuns && { hint: onlyIf(field, all, words) })} />
        </div>
      );
    });
  }

  const alikeSections = ofGuests.length > 1;
  return (
    <div className="contents">
      {ofBuyer.map((section) => (
        <Group key={section.title ?? section.fields[0]?.name} title={section.title}>
          {questionsOf(section)}
        </Group>
      ))}
      {ofGuests.length > 0 && words.guests !== "" && (
        <div className="border-t border-line pt-6">
          <h2 className="text-xl">{words.guests}</h2>
          <p className="mt-1 text-sm text-ink-muted">{words.later}</p>
        </div>
      )}
      {ofGuests.map((section, index) => (
        <Group key={section.prefix} title={section.title}>
          {scriptRuns && (
            <div className="flex flex-wrap gap-x-5 empty:hidden">
              {section.asksPerson && (
                <Press onPress={() => fillIn(section, answersOf(buyerIn(form.formData()), section.fields))}>
                  {words.mine}
                </Press>
              )}
              {section.copies?.map(({ label, answers }) => (
                <Press key={label} onPress={() => fillIn(section, answers)}>
                  {label}
                </Press>
              ))}
            </div>
          )}
          {questionsOf(section)}
          {scriptRuns && alikeSections && index === 0 && section.fields.some((field) => !isPersonal(field)) && (
            <Press onPress={() => copyToAll(section)}>{words.same}</Press>
          )}
        </Group>
      ))}
      {terms.map(({ name, label }) => (
        <Checkbox key={name} {...form.field(name)} label={label} defaultChecked={given[name] === "on"} />
      ))}
    </div>
  );
}

function Group({ title, children }: { readonly title: string | undefined; readonly children: ReactNode }) {
  if (title === undefined) return <Fragment>{children}</Fragment>;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-lg font-bold">{title}</legend>
      <div className="flex flex-col gap-6 rounded-xl border border-line p-5">{children}</div>
    </fieldset>
  );
}

function Press({ onPress, children }: { readonly onPress: () => void; readonly children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex min-h-11 items-center self-start font-semibold text-accent-text underline underline-offset-4"
    >
      {children}
    </button>
  );
}

/** Returns what the buyer has typed about themselves in the same form. */
function buyerIn(form: FormData): Person {
  const typed = (name: string) => String(form.get(name) ?? "").trim();
  return {
    firstName: form.has("oneName") ? "" : typed("firstName"),
    lastName: typed("lastName"),
    email: typed("email"),
    phone: typed("phone"),
  };
}
