import { ChevronDown } from "lucide";
import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import type { ActionForm } from "#components/forms/use-action-form.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { HintAndError, inputClass, Labelled } from "#components/ui/labelled.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { type DayPart, partName } from "#lib/checkout/details/answers.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { fill, plural } from "#lib/i18n/words.ts";
import type { Field as QuestionField } from "#lib/ticketing/model/field.ts";

export type QuestionWords = Messages["Questions"] & { readonly optional: string };

type QuestionProps = {
  readonly field: QuestionField;
  readonly name: string;
  /** The initial values of the inputs, by name. */
  readonly given: Readonly<Partial<Record<string, string>>>;
  readonly form: Pick<ActionForm<string>, "register" | "field" | "errorOf" | "watch">;
  readonly hint?: ReactNode;
  readonly locale: string;
  readonly words: QuestionWords;
};

/** More choices than this become a select. */
const RADIOS_MAX = 5;

/** A promoter's question, with the control for its type. Its inputs are uncontrolled. */
export function Question(props: QuestionProps) {
  const { field, name, given, form, words } = props;
  const shared = { ...labelsOf(props), defaultValue: given[name] };
  if (field.input === "text") return <LongText {...props} />;
  if (field.input === "day") return <Day {...props} />;
  if (field.input === "choice" && field.choices.length <= RADIOS_MAX) return <Radios {...props} />;
  if (field.input === "choice") {
    return (
      <SelectField {...form.field(name)} {...shared}>
        <option value="">{words.choose}</option>
        {field.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    );
  }
  return (
    <>
      <Field
        {...form.field(name)}
        {...shared}
        {...purposeOf(field)}
        maxLength={field.lengthMax}
        {...(field.input === "suggestions" && {
          list: `${name}-list`,
          after: <Icon of={ChevronDown} className="size-5" />,
        })}
      />
      {field.input === "suggestions" && (
        <datalist id={`${name}-list`}>
          {field.choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** Returns what stands around a control. */
function labelsOf({ field, name, form, hint, words }: QuestionProps) {
  return {
    label: <bdi lang={contentLanguage()}>{field.label}</bdi>,
    hint,
    error: form.errorOf(name),
    optional: field.required === false ? words.optional : undefined,
  };
}

/** Autofill is off: a guest is often not the person who types. */
function purposeOf({ kind }: QuestionField) {
  if (kind === "email")
    return { type: "email", inputMode: "email", autoCapitalize: "off", autoComplete: "off" } as const;
  if (kind === "phone") return { type: "tel", inputMode: "tel", autoComplete: "off" } as const;
  return { autoComplete: "off" } as const;
}

function LongText(props: QuestionProps) {
  const { field, name, given, form, hint, locale, words } = props;
  const { error, ...labels } = labelsOf(props);
  const value = form.watch(name) ?? given[name] ?? "";
  const left = field.lengthMax - [...value].length;
  const isNear = left <= Math.max(20, field.lengthMax / 5);
  const shown = plural(left < 0 ? words.over : words.left, Math.abs(left), locale);
  const spoken = plural(left < 0 ? words.over : words.left, Math.ceil(Math.abs(left) / 10) * 10, locale);
  return (
    <Labelled {...labels} id={name} error={error}>
      <textarea
        {...form.register(name)}
        {...describedBy(name, hint, error)}
        aria-invalid={error !== undefined}
        id={name}
        rows={3}
        defaultValue={given[name]}
        className={classNames(inputClass(error), "field-sizing-content min-h-28 max-h-96 wrap-anywhere")}
      />
      <p
        aria-hidden="true"
        className={classNames("figures text-sm", left < 0 ? "font-medium text-bad" : "text-ink-muted")}
      >
        {isNear ? shown : ""}
      </p>
      <p role="status" className="sr-only">
        {isNear ? spoken : ""}
      </p>
    </Labelled>
  );
}

function Radios({ field, name, given, form, hint, words }: QuestionProps) {
  const error = form.errorOf(name);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" {...describedBy(name, hint, error)}>
      <Legend field={field} words={words} />
      <HintAndError id={name} hint={hint} error={error} />
      <div className="flex flex-col">
        {field.choices.map((choice, index) => (
          <label key={choice} className="flex min-h-11 items-start gap-3 py-2">
            <input
              {...form.register(name)}
              type="radio"
              id={index === 0 ? name : `${name}-${index}`}
              value={choice}
              defaultChecked={given[name] === choice}
              className="choice mt-0.5 rounded-full"
            />
            <bdi lang={contentLanguage()}>{choice}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const DAY_PARTS: readonly (readonly [part: DayPart, length: number, width: string])[] = [
  ["day", 2, "w-20"],
  ["month", 2, "w-20"],
  ["year", 4, "w-28"],
];

function Day({ field, name, given, form, hint, words }: QuestionProps) {
  const error = form.errorOf(name);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" {...describedBy(name, hint ?? words.dayHint, error)}>
      <Legend field={field} words={words} />
      <HintAndError id={name} hint={hint ?? words.dayHint} error={error} />
      <div className="flex flex-wrap gap-3">
        {DAY_PARTS.map(([part, length, width]) => {
          const own = partName(name, part);
          return (
            <label key={part} className={`flex flex-col gap-1 text-sm ${width}`}>
              {words[part]}
              <input
                {...form.register(own, name)}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                enterKeyHint="next"
                id={own}
                defaultValue={given[own]}
                maxLength={length}
                aria-invalid={error !== undefined}
                className={classNames(inputClass(error), "figures")}
              />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function Legend({ field, words }: { readonly field: QuestionField; readonly words: QuestionWords }) {
  return (
    <legend className="mb-1.5 font-semibold">
      <bdi lang={contentLanguage()}>{field.label}</bdi>
      {field.required === false && <span className="font-normal text-ink-muted"> ({words.optional})</span>}
    </legend>
  );
}

/** Returns the attribute by which a control refers to its hint and its error. */
function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") };
}

/** Returns the hint "Only if …", for a page without a script, which shows every question at once. */
export function onlyIf(field: QuestionField, fields: readonly QuestionField[], words: QuestionWords): string {
  const question = fields.find(({ name }) => name === field.parent)?.label ?? "";
  const answers = field.parentAnswers.join(" / ");
  return fill(answers === "" ? words.onlyIfAny : words.onlyIf, { question, answers });
}
