"use client";

import {
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  lazy,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useAfterPress } from "#components/forms/after-press.ts";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import type { QuestionsProps } from "#components/forms/questions.tsx";
import { useCheckedForm } from "#components/forms/use-checked-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Field } from "#components/ui/field.tsx";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { suggestEmail } from "#lib/domain/people/email-suggestion.ts";
import { BUYER_FIELDS, type BuyerErrorWords, buyerSchema } from "#lib/forms/buyer-schema.ts";
import { UNTOUCHED } from "#lib/forms/form-state.ts";
import type { DetailsAction } from "../details-state.ts";
import { EmailSuggestion } from "./email-suggestion.tsx";
import { keepDetails, keptDetails, tabStore } from "./kept-details.ts";

export type BuyerFormWords = {
  readonly [Word in
    | "title"
    | "problem"
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
} & { readonly error: BuyerErrorWords; readonly lost: ConnectionWords };

type BuyerFormProps = {
  readonly action: DetailsAction;
  /** Names and values of hidden fields: the language, and what ties the form to this visit. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly given: Buyer | undefined;
  readonly words: BuyerFormWords;
  readonly heading: ReactNode;
  readonly review: ReactNode;
  /** What the promoters ask; absent where they ask nothing, and then nothing of it is loaded. */
  readonly questions: QuestionsProps | undefined;
  readonly isPhoneRequired: boolean;
  /** Right above the button. */
  readonly foot?: ReactNode;
};

/** A chunk of its own: who is asked nothing loads nothing of it. */
const Questions = lazy(async () => ({ default: (await import("#components/forms/questions.tsx")).Questions }));

function keptAnswers() {
  return keptDetails(tabStore(), Date.now());
}

const LEAVING = ["email", "phone"] as const;

export function BuyerForm(props: BuyerFormProps) {
  const { action, hidden, given, words, heading, review, questions, isPhoneRequired, foot } = props;
  const { state, lost, turn, pending, post, send } = useSubmission(action, UNTOUCHED);
  const schema = useMemo(() => buyerSchema(words.error), [words.error]);
  const form = useCheckedForm({
    schema,
    names: BUYER_FIELDS,
    checkedOnLeaving: LEAVING,
    answered: state,
    send,
    asksServer: questions !== undefined,
  });
  const { field, errorOf, summaryTurn, onSubmit, setValue } = form;
  const [mended, setMended] = useState<{ readonly turn: number; readonly names: readonly string[] }>();
  const isOpen = ([name]: readonly [string, string | undefined]) =>
    !(BUYER_FIELDS as readonly string[]).includes(name) &&
    !(mended?.turn === state.turn && mended.names.includes(name));
  const open = Object.entries(state.fieldErrors).filter(isOpen);
  const listed = [...form.listed, ...open.map(([field, message = ""]) => ({ field, message }))];

  function mend(name: string) {
    setMended((before) => ({ turn: state.turn, names: [...(before?.turn === state.turn ? before.names : []), name] }));
  }

  const [suggestion, setSuggestion] = useState<string>();
  const afterPress = useAfterPress();

  useEffect(() => {
    const kept = keptDetails(tabStore(), Date.now());
    for (const name of BUYER_FIELDS) {
      const input = document.getElementById(name);
      // What a hand has typed since is newer than what was kept.
      const isUntouched = input instanceof HTMLInputElement && input.value === input.defaultValue;
      if (kept[name] !== undefined && isUntouched) setValue(name, kept[name]);
    }
  }, [setValue]);

  const email = field("email");
  const typed = (name: "firstName" | "lastName" | "email" | "phone") => state.values?.[name] ?? given?.[name] ?? "";

  function useSuggestion(better: string) {
    setValue("email", better, { shouldValidate: errorOf("email") !== undefined });
    setSuggestion(undefined);
    const input = document.getElementById("email");
    if (!(input instanceof HTMLInputElement) || !input.form) return;
    input.focus();
    keepDetails(tabStore(), new FormData(input.form), Date.now());
  }

  return (
    <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="lg:col-start-1">
        <ConnectionProblem lost={lost} turn={turn} words={words.lost} />
        {(listed.length > 0 || (state.message !== undefined && lost === undefined)) && (
          <ErrorSummary title={words.problem} errors={listed} turn={turn + summaryTurn} pageTitle={words.title}>
            {listed.length === 0 && <p>{state.message}</p>}
          </ErrorSummary>
        )}
        {heading}
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{review}</div>
      <form
        action={post}
        onSubmit={onSubmit}
        onInput={(event: FormEvent<HTMLFormElement>) =>
          keepDetails(tabStore(), new FormData(event.currentTarget), Date.now())
        }
        noValidate
        className="flex max-w-2xl flex-col gap-6 lg:col-start-1"
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
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
          {...email}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            email.onChange(event);
            setSuggestion(undefined);
          }}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            email.onBlur(event);
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
        <EmailSuggestion
          suggestion={suggestion}
          question={words.didYouMean}
          useIt={words.useIt}
          onUse={useSuggestion}
        />
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
        {questions && (
          <Questions
            {...questions}
            given={{ ...questions.given, ...(state.values as Readonly<Record<string, string>>) }}
            errors={Object.fromEntries(open)}
            onMend={mend}
            kept={keptAnswers}
          />
        )}
        <Checkbox name="optIn" label={words.optIn} defaultChecked={given?.optIn ?? false} />
        {foot}
        <Button
          pending={pending}
          pendingLabel={words.submitting}
          className="w-full sm:w-auto sm:min-w-64 sm:self-start"
        >
          {words.submit}
        </Button>
      </form>
    </div>
  );
}
