"use client";

import { type ChangeEvent, type FocusEvent, Fragment, lazy, type ReactNode, useEffect, useState } from "react";
import { useAfterPress } from "#components/forms/after-press.ts";
import { FormFrame } from "#components/forms/form-frame.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import type { QuestionsProps } from "#components/forms/questions.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import type { BuyerErrorWords } from "#lib/checkout/details/details-schema.ts";
import { suggestEmail } from "#lib/checkout/details/email-suggestion.ts";
import { formQuestions, inSummary } from "#lib/checkout/details/question-rules.ts";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { cleanEmail } from "#lib/i18n/typed-text.ts";
import {
  BUYER_FIELD_NAMES,
  BUYER_FIELDS,
  type Buyer,
  type BuyerField,
  type BuyerFieldDeclaration,
} from "#lib/ticketing/model/buyer.ts";
import type { DetailsAction, DetailsState } from "../details-state.ts";
import { keepDetails, keptDetails, restoreDetails, tabStore } from "./kept-details.ts";

type BuyerFormWords = FormProblemWords &
  Readonly<
    Record<
      BuyerField | "name" | "oneName" | "optional" | "optIn" | "didYouMean" | "useIt" | "submit" | "submitting",
      string
    >
  > &
  Readonly<Partial<Record<`${BuyerField}Hint`, string>>> & { readonly error: BuyerErrorWords };

type BuyerFormProps = {
  readonly action: DetailsAction;
  /**
   * Shown instead of the form if the ticketing service does not answer, until the form has been sent. The form is then shown
   * with what was typed; values of fields that it cannot render now are kept in hidden inputs.
   */
  readonly unavailable: ReactNode;
  /** Names and values of hidden fields: the language, and what ties the form to this visit. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly given: Buyer | undefined;
  readonly fields: readonly BuyerField[];
  readonly words: BuyerFormWords;
  readonly heading: ReactNode;
  readonly review: ReactNode;
  /** The promoters' questions; absent if there are none, and then their chunk is not loaded. */
  readonly questions: QuestionsProps | undefined;
  readonly isPhoneRequired: boolean;
  /** At the end of the form: who sells a free order. */
  readonly seller: ReactNode;
  /** Below the button. */
  readonly foot: ReactNode;
};

/** A chunk of its own, loaded only where a promoter has questions. */
const Questions = lazy(async () => ({ default: (await import("#components/forms/questions.tsx")).Questions }));

const CHECKED_ON_BLUR = BUYER_FIELD_NAMES.filter((name) => BUYER_FIELDS[name].type !== "name");

/** The attributes of an input by the field's type. */
const INPUTS = {
  name: { autoCapitalize: "words", spellCheck: false },
  email: { type: "email", inputMode: "email", autoCapitalize: "off", spellCheck: false },
  phone: { type: "tel", inputMode: "tel" },
  text: { spellCheck: false },
} as const satisfies Record<BuyerFieldDeclaration["type"], object>;

export function BuyerForm(props: BuyerFormProps) {
  const { action, unavailable, given, fields, words, heading, review, questions, isPhoneRequired, seller, foot } =
    props;
  const form = useActionForm({
    submission: useSubmission<DetailsState>(action, UNTOUCHED),
    checkedOnBlur: CHECKED_ON_BLUR,
    loadSchema: async () => {
      const { buyerSchema, detailsSchema } = await import("#lib/checkout/details/details-schema.ts");
      const rules = { fields, isPhoneRequired };
      if (questions === undefined) return buyerSchema(words.error, rules);
      return detailsSchema(formQuestions(questions), rules, { buyer: words.error, answers: questions.words.error });
    },
  });
  const {
    state,
    register,
    field,
    errorOf,
    setValue,
    formData,
    props: { ref: formElement },
  } = form;
  const [suggestion, setSuggestion] = useState<string>();
  const [hasOneName, setHasOneName] = useState(state.values ? state.values.oneName === "on" : given?.firstName === "");
  const afterPress = useAfterPress();

  useEffect(() => {
    const { oneName, ...texts } = keptDetails(tabStore(), Date.now());
    restoreDetails(formElement.current, texts, setValue);
    const box = document.getElementById("oneName");
    if (texts.lastName === undefined || !(box instanceof HTMLInputElement) || box.checked !== box.defaultChecked)
      return;
    box.checked = oneName === "on";
    setHasOneName(box.checked);
  }, [formElement, setValue]);

  if (unavailable && form.announcement === 0) return unavailable;
  const rendered = new Set<string>([...fields, "oneName", "optIn"]);
  const notRendered = Object.entries(state.values ?? {}).filter(([name]) => unavailable && !rendered.has(name));
  const hidden = { ...(Object.fromEntries(notRendered) as Record<string, string>), ...props.hidden };

  /** Returns the attributes of a field's input, from the field's declaration. */
  function inputOf(name: BuyerField) {
    const { autoComplete, required, type, lengthMax } = BUYER_FIELDS[name];
    const isRequired = required || (name === "phone" && isPhoneRequired);
    return {
      ...field(name),
      ...INPUTS[type],
      // A name that is too long gets an error, since cutting it silently would print another name on the tickets.
      ...(type !== "name" && { maxLength: lengthMax }),
      label: words[name],
      hint: words[`${name}Hint`],
      autoComplete,
      optional: isRequired ? undefined : words.optional,
      defaultValue: state.values?.[name] ?? given?.[name] ?? "",
      enterKeyHint: name === fields.at(-1) ? "go" : "next",
    } as const;
  }

  /** The only name may already be in the first of two fields, which is now hidden. */
  function changeOneName(event: ChangeEvent<HTMLInputElement>) {
    const isOnly = event.target.checked;
    const [first, last] = ["firstName", "lastName"].map((name) => String(formData().get(name) ?? ""));
    setHasOneName(isOnly);
    if (isOnly && first && last?.trim() === "") setValue("lastName", first);
    for (const name of ["firstName", "lastName"]) register("oneName", name).onChange(event);
    keepDetails(tabStore(), formData(), Date.now());
  }

  function useSuggestion(better: string) {
    setValue("email", better, { shouldValidate: errorOf("email") !== undefined });
    setSuggestion(undefined);
    document.getElementById("email")?.focus();
    keepDetails(tabStore(), formData(), Date.now());
  }

  return (
    <FormFrame
      form={questions ? { ...form, openErrors: inSummary(form.openErrors, questions) } : form}
      words={words}
      hidden={hidden}
      heading={heading}
      review={review}
      button={{ label: words.submit, pendingLabel: words.submitting }}
      foot={foot}
      onInput={() => keepDetails(tabStore(), formData(), Date.now())}
    >
      <div className="group grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <Field {...inputOf("firstName")} className="group-has-checked:hidden" />
        <Field
          {...inputOf("lastName")}
          {...(hasOneName && { label: words.name, autoComplete: "name" })}
          className="group-has-checked:col-span-full"
        />
        <div className="-mt-3 sm:col-span-full">
          <Checkbox name="oneName" label={words.oneName} defaultChecked={hasOneName} onChange={changeOneName} />
        </div>
      </div>
      {fields.map((name) => {
        const { type } = BUYER_FIELDS[name];
        if (type === "name") return null;
        if (type !== "email") return <Field key={name} {...inputOf(name)} />;
        const email = inputOf(name);
        return (
          <Fragment key={name}>
            <Field
              {...email}
              onChange={(event: ChangeEvent<HTMLInputElement>) => {
                email.onChange(event);
                setSuggestion(undefined);
              }}
              onBlur={(event: FocusEvent<HTMLInputElement>) => {
                email.onBlur(event);
                const better = suggestEmail(cleanEmail(event.target.value));
                afterPress(() => setSuggestion(better));
              }}
            />
            <EmailSuggestion
              suggestion={suggestion}
              question={words.didYouMean}
              useIt={words.useIt}
              onUse={useSuggestion}
            />
          </Fragment>
        );
      })}
      {questions && <Questions {...questions} given={{ ...questions.given, ...state.values }} form={form} />}
      <Checkbox
        name="optIn"
        label={words.optIn}
        defaultChecked={state.values ? state.values.optIn === "on" : (given?.optIn ?? false)}
      />
      {seller}
    </FormFrame>
  );
}

type EmailSuggestionProps = {
  readonly suggestion: string | undefined;
  /** "Did you mean {email}?" */
  readonly question: string;
  readonly useIt: string;
  readonly onUse: (email: string) => void;
};

/** A suggestion, not an error: one tap accepts it, and it can be ignored. */
function EmailSuggestion({ suggestion, question, useIt, onUse }: EmailSuggestionProps) {
  const [before, after] = question.split("{email}");
  return (
    <div role="status" className="-mt-3 text-sm empty:-mt-6">
      {suggestion !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-accent-soft px-4 py-1.5 text-accent-on-soft">
          <span>
            {before}
            {suggestion.split("@").map((part, index) => (
              <Fragment key={part}>{index === 0 ? part : <strong>@{part}</strong>}</Fragment>
            ))}
            {after}
          </span>
          <button
            type="button"
            onClick={() => onUse(suggestion)}
            className="tap font-semibold underline underline-offset-4"
          >
            {useIt}
          </button>
        </p>
      )}
    </div>
  );
}
