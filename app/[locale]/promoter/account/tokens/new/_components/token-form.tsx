"use client";

import type { Route } from "next";
import type { Messages } from "next-intl";
import { CodeField, CurrentPasswordField } from "#app/[locale]/promoter/account/_components/account-fields.tsx";
import type { TokenState } from "#app/[locale]/promoter/account/account-schema.ts";
import { createToken } from "#app/[locale]/promoter/account/tokens/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
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
  readonly user: string;
  /** The page of the tokens. */
  readonly back: string;
  /** What the user may give to a token, with its words. */
  readonly scopes: readonly { readonly name: string; readonly label: string }[];
  /** How long it can live, in days. */
  readonly lives: readonly string[];
  readonly asksForCode: boolean;
  readonly words: Messages["OwnAccount"]["tokens"] & FormProblemWords;
};

/** The form of a new token; once it is created, the token in its place. */
export function TokenForm({ locale, user, back, scopes, lives, asksForCode, words }: TokenFormProps) {
  const form = useActionForm({
    submission: useSubmission<TokenState>(createToken, UNTOUCHED),
    loadSchema: async () => (await import("#app/[locale]/promoter/account/account-schema.ts")).tokenSchema(words),
    read: (sent) => ({ ...Object.fromEntries(sent), scopes: sent.getAll("scopes") }),
  });
  const { values = {}, created } = form.state;
  if (created !== undefined) return <Created name={values.name ?? ""} token={created} back={back} words={words} />;
  const given = values.scopes?.split(" ") ?? [];
  const scopesError = form.errorOf("scopes");
  return (
    <ProblemForm form={form} words={words} hidden={{ locale }} className="flex flex-col gap-6">
      <Field {...form.field("name")} label={words.name} hint={words.nameHint} autoComplete="off" dir="auto" />
      <fieldset className="min-w-0" aria-describedby={scopesError ? "scopes-error" : "scopes-hint"}>
        <legend className="font-semibold">{words.scopes}</legend>
        <HintAndError id="scopes" hint={words.scopesHint} error={scopesError} />
        {scopes.map(({ name, label }, at) => (
          <label key={name} className="flex min-h-11 items-start gap-3 py-2">
            <input
              {...form.register("scopes")}
              type="checkbox"
              id={at === 0 ? "scopes" : `scopes.${name}`}
              value={name}
              defaultChecked={given.includes(name)}
              className="choice mt-0.5 rounded-xs"
            />
            <span className="first-letter:uppercase">{label}</span>
          </label>
        ))}
      </fieldset>
      <SelectField
        {...form.field("days")}
        label={words.expires}
        defaultValue={values.days ?? "90"}
        className="max-w-65"
      >
        {lives.map((days) => (
          <option key={days} value={days}>
            {fill(words.inDays, { days })}
          </option>
        ))}
      </SelectField>
      <CurrentPasswordField {...form.field("current")} user={user} label={words.current} hint={words.currentHint} />
      {asksForCode && <CodeField {...form.field("code")} label={words.code} hint={words.codeHint} />}
      <div className="flex flex-wrap gap-3">
        <Button pending={form.pending} className="max-sm:w-full">
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
