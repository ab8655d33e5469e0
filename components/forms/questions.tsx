"use client";

import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { onlyIf, Question, type QuestionWords } from "#components/forms/question.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import { type Answers, answersOf, type Field, isAsked, isPersonal, type Person } from "#lib/domain/questions/field.ts";
import { inputName, inputsOf } from "#lib/forms/answers.ts";

/** Questions under one heading: an event's, or those to the guest with one ticket. */
export type QuestionSection = {
  readonly prefix: string;
  readonly title?: string;
  readonly fields: readonly Field[];
  /** Answers that one press puts in; by the name of the question. */
  readonly copies?: readonly { readonly label: string; readonly answers: Answers }[];
  /** Put in from the buyer's own fields of this form. */
  readonly asksPerson?: boolean;
};

export type QuestionsWords = QuestionWords & {
  readonly [Word in "onlyIf" | "onlyIfAny" | "same" | "mine" | "later" | "guests" | "title"]: string;
};

export type QuestionsProps = {
  readonly ofBuyer: readonly QuestionSection[];
  readonly ofGuests: readonly QuestionSection[];
  /** A line to tick for each different set of conditions. */
  readonly terms: readonly { readonly name: string; readonly label: ReactNode }[];
  /** What stands in the inputs, by their names. */
  readonly given: Readonly<Record<string, string>>;
  readonly locale: string;
  readonly words: QuestionsWords;
};

type Live = {
  readonly errors: Readonly<Partial<Record<string, string>>>;
  readonly onMend: (name: string) => void;
  /** What this tab has kept of what was typed, read once. */
  readonly kept?: () => Readonly<Record<string, string>>;
};

/** What a promoter asks, in one form. Loaded only where something is asked. */
export function Questions({
  ofBuyer,
  ofGuests,
  terms,
  given,
  locale,
  words,
  errors,
  onMend,
  kept,
}: QuestionsProps & Live) {
  const [values, setValues] = useState(given);
  const scriptRuns = useScriptRuns();
  const here = useRef<HTMLDivElement>(null);
  const first = useRef({ given, kept });

  // What was typed before the script ran stands in the page alone; what an earlier visit left, in the tab alone.
  useEffect(() => {
    const { given, kept } = first.current;
    const typed = [...(here.current?.querySelectorAll<HTMLInputElement>("input,textarea,select") ?? [])].flatMap(
      (input) => {
        const isOff = input.type === "checkbox" || (input.type === "radio" && !input.checked);
        return isOff || input.value === (given[input.name] ?? "") ? [] : [[input.name, input.value]];
      },
    );
    setValues((before) => ({ ...before, ...kept?.(), ...Object.fromEntries(typed) }));
  }, []);

  function change(name: string, value: string) {
    setValues((before) => ({ ...before, [name]: value }));
    onMend(name.replace(/-(month|year)$/, ""));
  }

  function put({ prefix, fields }: QuestionSection, answers: Answers) {
    const named = fields.filter(({ name }) => answers[name] !== undefined && answers[name] !== "");
    const inputs = named.map((field) => inputsOf(prefix, field, answers[field.name] ?? ""));
    setValues((before) => Object.assign({ ...before }, ...inputs));
    for (const field of named) onMend(inputName(prefix, field));
  }

  /** Everything but what belongs to one person alone. */
  function putSame(from: QuestionSection) {
    const alike = from.fields.filter((field) => !isPersonal(field));
    for (const { prefix, fields } of ofGuests) {
      const copied = alike
        .filter(({ name }) => fields.some((field) => field.name === name))
        .flatMap((field) => {
          const parts = Object.keys(inputsOf("", field, ""));
          return parts.map((part) => [`${prefix}${part}`, values[`${from.prefix}${part}`] ?? ""]);
        });
      setValues((before) => ({ ...before, ...Object.fromEntries(copied) }));
    }
  }

  function drawn(section: QuestionSection) {
    const { prefix, fields } = section;
    const answerOf = (name: string) => {
      const field = fields.find((one) => one.name === name);
      return field ? (values[inputName(prefix, field)] ?? "") : "";
    };
    return fields.map((field) => {
      const name = inputName(prefix, field);
      const isCalled = isAsked(field, fields, answerOf);
      if (scriptRuns && !isCalled) return null;
      const question = { field, name, values, error: errors[name], locale, words, change };
      const isChild = field.parent !== undefined;
      if (!isChild) return <Question key={name} {...question} />;
      return (
        <div
          key={name}
          className={`border-s-4 border-line ps-4 ${isCalled ? "" : "hidden [@media(scripting:none)]:block"}`}
        >
          <Question {...question} {...(!scriptRuns && { hint: onlyIf(field, fields, words) })} />
        </div>
      );
    });
  }

  const alikeSections = ofGuests.length > 1;
  return (
    <div ref={here} className="contents">
      {ofBuyer.map((section) => (
        <Group key={section.title ?? section.fields[0]?.name} title={section.title}>
          {drawn(section)}
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
                <Press onPress={() => put(section, answersOf(buyerIn(here.current), section.fields))}>
                  {words.mine}
                </Press>
              )}
              {section.copies?.map(({ label, answers }) => (
                <Press key={label} onPress={() => put(section, answers)}>
                  {label}
                </Press>
              ))}
            </div>
          )}
          {drawn(section)}
          {scriptRuns && alikeSections && index === 0 && section.fields.some((field) => !isPersonal(field)) && (
            <Press onPress={() => putSame(section)}>{words.same}</Press>
          )}
        </Group>
      ))}
      {terms.map(({ name, label }) => (
        <Checkbox
          key={name}
          name={name}
          label={label}
          error={errors[name]}
          defaultChecked={given[name] === "on"}
          onChange={() => onMend(name)}
        />
      ))}
    </div>
  );
}

function Group({ title, children }: { readonly title: string | undefined; readonly children: ReactNode }) {
  if (title === undefined) return <Fragment>{children}</Fragment>;
  return (
    <fieldset className="flex min-w-0 flex-col gap-6 rounded-xl border border-line p-5">
      <legend className="-ms-2 px-2 font-display text-lg font-bold">{title}</legend>
      {children}
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

/** What the buyer has typed about himself further up. */
function buyerIn(element: HTMLElement | null): Person {
  const form = element?.closest("form");
  const typed = (name: string) => String((form && new FormData(form).get(name)) ?? "").trim();
  return {
    ...{ firstName: typed("firstName"), lastName: typed("lastName") },
    ...{ email: typed("email"), phone: typed("phone") },
  };
}
