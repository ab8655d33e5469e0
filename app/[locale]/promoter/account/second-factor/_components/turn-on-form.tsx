"use client";

import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import { CodeField, CurrentPasswordField } from "#app/[locale]/promoter/account/_components/account-fields.tsx";
import type { FactorState } from "#app/[locale]/promoter/account/account-schema.ts";
import { turnOnFactor } from "#app/[locale]/promoter/account/second-factor/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { type Submission, useSubmission } from "#components/forms/use-submission.ts";
import { Qr } from "#components/poster/qr.tsx";
import { Button } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { BackupCodes } from "./backup-codes.tsx";

export type FactorWords = Messages["OwnAccount"]["factor"] & FormProblemWords;

type TurnOnFormProps = {
  readonly locale: string;
  readonly user: string;
  readonly words: FactorWords & Readonly<Record<"current" | "currentMissing", string>>;
  /** What the page says before. */
  readonly children: ReactNode;
};

const CARD = "rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6";

/** Turns it on in two steps on one page: the key for the app is shown once, in the answer to the first. */
export function TurnOnForm(props: TurnOnFormProps) {
  const submission = useSubmission<FactorState>(turnOnFactor, UNTOUCHED);
  const { secret, uri, backupCodes = "" } = submission.state.values ?? {};
  if (!secret || !uri) return <BeginForm {...props} submission={submission} />;
  return <CodeForm {...props} submission={submission} factor={{ secret, uri, backupCodes }} />;
}

type StepProps = TurnOnFormProps & { readonly submission: Submission<FactorState> };

function BeginForm({ locale, user, words, children, submission }: StepProps) {
  const form = useActionForm({
    submission,
    loadSchema: async () => (await import("#app/[locale]/promoter/account/account-schema.ts")).beginSchema(words),
  });
  return (
    <div className={`${CARD} max-w-xl`}>
      {children}
      <ProblemForm form={form} words={words} hidden={{ locale }} className="mt-5 flex flex-col gap-5">
        <CurrentPasswordField
          {...form.field("current")}
          user={user}
          label={words.current}
          hint={words.currentHint}
          enterKeyHint="go"
          className="[&_input]:max-w-100"
        />
        <div>
          <Button pending={form.pending} className="max-sm:w-full">
            {words.begin}
          </Button>
        </div>
      </ProblemForm>
    </div>
  );
}

type CodeFormProps = StepProps & { readonly factor: Readonly<Record<"secret" | "uri" | "backupCodes", string>> };

function CodeForm({ locale, words, submission, factor }: CodeFormProps) {
  const form = useActionForm({
    submission,
    loadSchema: async () => (await import("#app/[locale]/promoter/account/account-schema.ts")).turnOnSchema(words),
  });
  return (
    <>
      <FocusPanel tone="warn" role="status" className="mb-5 max-w-4xl print:hidden">
        {words.programs}
      </FocusPanel>
      <ProblemForm
        form={form}
        words={words}
        hidden={{ locale, ...factor }}
        className="grid max-w-4xl grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <ol className={`${CARD} flex flex-col gap-6 print:hidden`}>
          <Step number={1}>
            <p className="font-semibold">{words.scan}</p>
            <p className="text-sm text-ink-muted">{words.anyApp}</p>
            <div className="my-3 w-fit overflow-hidden rounded-md border border-line">
              <Qr text={factor.uri} label={words.qr} pixels={4} className="block h-auto max-w-full" />
            </div>
            <p className="text-sm text-ink-muted">
              {words.cannotScan}{" "}
              <bdi dir="ltr" className="block font-mono text-base wrap-anywhere text-ink">
                {factor.secret.match(/.{1,4}/g)?.join(" ")}
              </bdi>
            </p>
          </Step>
          <Step number={2}>
            <CodeField {...form.field("code")} label={words.enter} hint={words.sixDigits} />
          </Step>
        </ol>
        <section aria-label={words.backup} className={CARD}>
          <BackupCodes codes={factor.backupCodes.split(" ")} words={words} form={form} />
        </section>
        <div className="print:hidden">
          <Button pending={form.pending} className="max-sm:w-full">
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
