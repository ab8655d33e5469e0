"use client";

import type { Route } from "next";
import type { Messages } from "next-intl";
import { createToken } from "#app/[locale]/promoter/account/tokens/actions.ts";
import { LIVES_DAYS, NAME_MAX, type TokenState } from "#app/[locale]/promoter/account/tokens/token-schema.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { HintAndError } from "#components/ui/labelled.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { fill } from "#lib/i18n/words.ts";

type TokenFormProps = {
  readonly locale: string;
  /** The page of the tokens. */
  readonly back: string;
  /** What the user may give to a token, with its words. */
  readonly scopes: readonly { readonly name: string; readonly label: string }[];
  readonly asksForCode: boolean;
  readonly words: Messages["OwnAccount"]["tokens"] & FormProblemWords;
};

/** The form of a new token; once it is created, the token in its place. */
export function TokenForm({ locale, back, scopes, asksForCode, words }: TokenFormProps) {
  const submission = useSubmission<TokenState>(createToken, UNTOUCHED);
  const { state, openErrors, pending } = submission;
  const { values = {}, created, answeredAt } = state;
  if (created !== undefined) return <Created name={values.name ?? ""} token={created} back={back} words={words} />;
  return (
    <ProblemForm submission={submission} words={words} hidden={{ locale }} className="flex flex-col gap-6">
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        error={openErrors.name}
        defaultValue={values.name}
        maxLength={NAME_MAX}
        autoComplete="off"
        dir="auto"
      />
      <fieldset className="min-w-0" aria-describedby={openErrors.scopes ? "scopes-error" : "scopes-hint"}>
        <legend className="font-semibold">{words.scopes}</legend>
        <HintAndError id="scopes" hint={words.scopesHint} error={openErrors.scopes} />
        {scopes.map(({ name, label }, at) => (
          <label key={name} className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="checkbox"
              id={at === 0 ? "scopes" : `scope.${name}`}
              name={`scope.${name}`}
              defaultChecked={values[`scope.${name}`] !== undefined}
              className="choice mt-0.5 rounded-xs"
            />
            <span className="first-letter:uppercase">{label}</span>
          </label>
        ))}
      </fieldset>
      <SelectField
        key={answeredAt}
        name="days"
        label={words.expires}
        error={openErrors.days}
        defaultValue={values.days ?? "90"}
        className="max-w-65"
      >
        {LIVES_DAYS.map((days) => (
          <option key={days} value={days}>
            {fill(words.inDays, { days })}
          </option>
        ))}
      </SelectField>
      <Field
        name="current"
        label={words.current}
        hint={words.currentHint}
        error={openErrors.current}
        type="password"
        autoComplete="current-password"
      />
      {asksForCode && (
        <Field
          name="code"
          label={words.code}
          hint={words.codeHint}
          error={openErrors.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          dir="ltr"
          className="max-w-65"
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button pending={pending} className="max-sm:w-full">
          {words.create}
        </Button>
        <a href={back as Route} className={buttonClass("secondary", "max-sm:w-full")}>
          {words.cancel}
        </a>
      </div>
    </ProblemForm>
  );
}

type CreatedProps = Pick<TokenFormProps, "back" | "words"> & { readonly name: string; readonly token: string };

function Created({ name, token, back, words }: CreatedProps) {
  return (
    <>
      <FocusPanel tone="ok" role="status" className="mb-5">
        <p className="font-semibold">{fill(words.created, { name })}</p>
        <p className="mt-1">{words.shownOnce}</p>
      </FocusPanel>
      <Field
        name="token"
        label={words.token}
        hint={words.tokenHint}
        value={token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={token} words={words} />
        <a href={back as Route} className={buttonClass("secondary")}>
          {words.done}
        </a>
      </div>
    </>
  );
}
