"use client";

import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import { turnOnFactor } from "#app/[locale]/promoter/account/second-factor/actions.ts";
import type { FactorState } from "#app/[locale]/promoter/account/second-factor/factor-state.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Qr } from "#components/poster/qr.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { BackupCodes } from "./backup-codes.tsx";

export type FactorWords = Messages["OwnAccount"]["factor"] & FormProblemWords;

type TurnOnFormProps = {
  readonly locale: string;
  /** For password managers, which know a password by its user. */
  readonly user: string;
  readonly words: FactorWords & { readonly current: string };
  /** What the page says before. */
  readonly children: ReactNode;
};

const CARD = "rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6";

/** Turns it on in two steps on one page: the key for the app is shown once, in the answer to the first. */
export function TurnOnForm({ locale, user, words, children }: TurnOnFormProps) {
  const submission = useSubmission<FactorState>(turnOnFactor, UNTOUCHED);
  const { state, openErrors, pending } = submission;
  const { secret, uri, backupCodes = "" } = state.values ?? {};
  if (!secret || !uri) {
    return (
      <div className={`${CARD} max-w-xl`}>
        {children}
        <ProblemForm submission={submission} words={words} hidden={{ locale }} className="mt-5 flex flex-col gap-5">
          <input type="text" name="username" autoComplete="username" value={user} readOnly hidden />
          <Field
            name="current"
            label={words.current}
            hint={words.currentHint}
            error={openErrors.current}
            type="password"
            autoComplete="current-password"
            enterKeyHint="go"
            className="[&_input]:max-w-100"
          />
          <div>
            <Button pending={pending} className="max-sm:w-full">
              {words.begin}
            </Button>
          </div>
        </ProblemForm>
      </div>
    );
  }
  const codes = backupCodes.split(" ");
  return (
    <>
      <FocusPanel tone="warn" role="status" className="mb-5 max-w-4xl print:hidden">
        {words.programs}
      </FocusPanel>
      <ProblemForm
        submission={submission}
        words={words}
        hidden={{ locale, secret, uri, backupCodes }}
        className="grid max-w-4xl grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <ol className={`${CARD} flex flex-col gap-6 print:hidden`}>
          <Step number={1}>
            <p className="font-semibold">{words.scan}</p>
            <p className="text-sm text-ink-muted">{words.anyApp}</p>
            <div className="my-3 w-fit overflow-hidden rounded-md border border-line">
              <Qr text={uri} label={words.qr} pixels={4} className="block h-auto max-w-full" />
            </div>
            <p className="text-sm text-ink-muted">
              {words.cannotScan}{" "}
              <bdi dir="ltr" className="block font-mono text-base wrap-anywhere text-ink">
                {secret.match(/.{1,4}/g)?.join(" ")}
              </bdi>
            </p>
          </Step>
          <Step number={2}>
            <CodeField label={words.enter} hint={words.sixDigits} error={openErrors.code} value={state.values?.code} />
          </Step>
        </ol>
        <section aria-label={words.backup} className={CARD}>
          <BackupCodes
            codes={codes}
            words={words}
            error={openErrors.isSaved}
            isSaved={Boolean(state.values?.isSaved)}
          />
        </section>
        <div className="print:hidden">
          <Button pending={pending} className="max-sm:w-full">
            {words.turnOn}
          </Button>
        </div>
      </ProblemForm>
    </>
  );
}

function Step({ number, children }: { readonly number: number; readonly children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-3">
      <span
        aria-hidden="true"
        className="figures grid size-8 place-items-center rounded-md border border-line bg-sunken text-sm font-semibold"
      >
        {number}
      </span>
      <div>{children}</div>
    </li>
  );
}

type CodeFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: string | undefined;
};

/** A code of an authenticator app. */
export function CodeField({ label, hint, error, value }: CodeFieldProps) {
  return (
    <Field
      name="code"
      label={label}
      hint={hint}
      error={error}
      defaultValue={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      maxLength={20}
      dir="ltr"
      className="[&_input]:max-w-65"
    />
  );
}
