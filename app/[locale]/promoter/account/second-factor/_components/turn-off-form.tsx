"use client";

import { CodeField } from "#app/[locale]/promoter/account/_components/account-fields.tsx";
import type { TurnOffState } from "#app/[locale]/promoter/account/account-schema.ts";
import { turnOffFactor } from "#app/[locale]/promoter/account/second-factor/actions.ts";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { FactorWords } from "./turn-on-form.tsx";

type TurnOffFormProps = { readonly locale: string; readonly words: FactorWords };

export function TurnOffForm({ locale, words }: TurnOffFormProps) {
  const form = useActionForm({
    submission: useSubmission<TurnOffState>(turnOffFactor, UNTOUCHED),
    loadSchema: async () => (await import("#app/[locale]/promoter/account/account-schema.ts")).turnOffSchema(words),
  });
  return (
    <ProblemForm form={form} words={words} hidden={{ locale }} className="mt-5 flex flex-col gap-5">
      <CodeField {...form.field("code")} label={words.codeToTurnOff} hint={words.orBackup} />
      <div>
        <Button kind="secondary" pending={form.pending} className="max-sm:w-full">
          {words.turnOff}
        </Button>
      </div>
    </ProblemForm>
  );
}
