"use client";

import { turnOffFactor } from "#app/[locale]/promoter/account/second-factor/actions.ts";
import type { TurnOffState } from "#app/[locale]/promoter/account/second-factor/factor-state.ts";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { CodeField, type FactorWords } from "./turn-on-form.tsx";

type TurnOffFormProps = { readonly locale: string; readonly words: FactorWords };

export function TurnOffForm({ locale, words }: TurnOffFormProps) {
  const submission = useSubmission<TurnOffState>(turnOffFactor, UNTOUCHED);
  const { state, openErrors, pending } = submission;
  return (
    <ProblemForm submission={submission} words={words} hidden={{ locale }} className="mt-5 flex flex-col gap-5">
      <CodeField label={words.codeToTurnOff} hint={words.orBackup} error={openErrors.code} value={state.values?.code} />
      <div>
        <Button kind="secondary" pending={pending} className="max-sm:w-full">
          {words.turnOff}
        </Button>
      </div>
    </ProblemForm>
  );
}
