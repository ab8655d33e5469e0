"use client";

import { type ChangeEvent, type FocusEvent, lazy, type ReactNode, useEffect, useState } from "react";
import { useAfterPress } from "#components/forms/after-press.ts";
import { FormFrame } from "#components/forms/form-frame.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import type { QuestionsProps } from "#components/forms/questions.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import type { BuyerField } from "#lib/domain/people/buyer-fields.ts";
import { suggestEmail } from "#lib/domain/people/email-suggestion.ts";
import type { BuyerErrorWords } from "#lib/forms/buyer-schema.ts";
import { UNTOUCHED } from "#lib/forms/form-state.ts";
import { formQuestions } from "#lib/forms/question-rules.ts";
import type { DetailsAction, DetailsState } from "../details-state.ts";
import { EmailSuggestion } from "./email-suggestion.tsx";
import { keepDetails, keptDetails, tabStore } from "./kept-details.ts";

export type BuyerFormWords = FormProblemWords & {
  readonly [Word in
    | "firstName"
    | "lastName"
    | "email"
    | "emailHint"
    | "phone"
    | "phoneHint"
    | "optional"
    | "optIn"
    | "didYouMean"
    | "useIt"
    | "submit"
    | "submitting"]: string;
} & { readonly error: BuyerErrorWords };

type BuyerFormProps = {
  readonly action: DetailsAction;
  /** Names and values of hidden fields: the language, and what ties the form to this visit. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly given: Buyer | undefined;
  readonly words: BuyerFormWords;
  readonly heading: ReactNode;
  readonly review: ReactNode;
  /** The promoters' questions; absent where there are none, and then their chunk is not loaded. */
  readonly questions: QuestionsProps | undefined;
  readonly isPhoneRequired: boolean;
  /** Right above the button. */
  readonly foot?: ReactNode;
};

/** A chunk of its own, loaded only where a promoter has questions. */
const Questions = lazy(async () => ({ default: (await import("#components/forms/questions.tsx")).Questions }));

const CHECKED_ON_BLUR = ["email", "phone"] as const;

export function BuyerForm(props: BuyerFormProps) {
  const { action, hidden, given, words, heading, review, questions, isPhoneRequired, foot } = props;
  const form = useActionForm<DetailsState>({
    action,
    untouched: UNTOUCHED,
    checkedOnBlur: CHECKED_ON_BLUR,
    loadSchema: async () => {
      if (questions === undefined) {
        return (await import("#lib/forms/buyer-schema.ts")).buyerSchema(words.error, { isPhoneRequired });
      }
      const { detailsSchema } = await import("#lib/forms/details-schema.ts");
      const errorWords = { buyer: words.error, answers: questions.words.error };
      return detailsSchema(formQuestions(questions), isPhoneRequired, errorWords);
    },
  });
  const { state, pending, field, errorOf, setValue, restore, formData } = form;
  const [suggestion, setSuggestion] = useState<string>();
  const afterPress = useAfterPress();

  useEffect(() => restore(keptDetails(tabStore(), Date.now())), [restore]);

  const typed = (name: BuyerField) => state.values?.[name] ?? given?.[name] ?? "";

  function useSuggestion(better: string) {
    setValue("email", better, { shouldValidate: errorOf("email") !== undefined });
    setSuggestion(undefined);
    document.getElementById("email")?.focus();
    keepDetails(tabStore(), formData(), Date.now());
  }

  return (
    <FormFrame
      form={form}
      words={words}
      hidden={hidden}
      heading={heading}
      review={review}
      onInput={() => keepDetails(tabStore(), formData(), Date.now())}
    >
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <Field
          {...field("firstName")}
          label={words.firstName}
          error={errorOf("firstName")}
          defaultValue={typed("firstName")}
          autoComplete="given-name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <Field
          {...field("lastName")}
          label={words.lastName}
          error={errorOf("lastName")}
          defaultValue={typed("lastName")}
          autoComplete="family-name"
          autoCapitalize="words"
          spellCheck={false}
        />
      </div>
      <Field
        {...field("email")}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          field("email").onChange(event);
          setSuggestion(undefined);
        }}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          field("email").onBlur(event);
          const better = suggestEmail(event.target.value.trim());
          afterPress(() => setSuggestion(better));
        }}
        type="email"
        inputMode="email"
        label={words.email}
        hint={words.emailHint}
        error={errorOf("email")}
        defaultValue={typed("email")}
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={254}
      />
      <EmailSuggestion suggestion={suggestion} question={words.didYouMean} useIt={words.useIt} onUse={useSuggestion} />
      <Field
        {...field("phone")}
        type="tel"
        inputMode="tel"
        label={words.phone}
        optional={isPhoneRequired ? undefined : words.optional}
        hint={words.phoneHint}
        error={errorOf("phone")}
        defaultValue={typed("phone")}
        autoComplete="tel"
        enterKeyHint="go"
      />
      {questions && <Questions {...questions} given={{ ...questions.given, ...state.values }} form={form} />}
      <Checkbox name="optIn" label={words.optIn} defaultChecked={given?.optIn ?? false} />
      {foot}
      <Button pending={pending} pendingLabel={words.submitting} className="w-full sm:w-auto sm:min-w-64 sm:self-start">
        {words.submit}
      </Button>
    </FormFrame>
  );
}
