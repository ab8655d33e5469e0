"use client";

import { confirmReplies } from "#app/[locale]/promoter/sign-in/replies/[link]/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type ConfirmFormProps = {
  readonly locale: string;
  readonly link: string;
  readonly words: FormProblemWords & Readonly<Record<"text" | "confirm" | "confirming", string>>;
};

/** Asks whether replies may go to the address. */
export function ConfirmForm({ locale, link, words }: ConfirmFormProps) {
  const form = useSubmission(confirmReplies, UNTOUCHED);
  return (
    <ProblemForm
      form={form}
      words={words}
      hidden={{ locale, link }}
      heading={
        <>
          <h1 className="text-3xl">{words.title}</h1>
          <p className="mt-2 wrap-anywhere">{words.text}</p>
        </>
      }
      className="mt-8"
    >
      <Button pending={form.pending} pendingLabel={words.confirming} className="max-sm:w-full">
        {words.confirm}
      </Button>
    </ProblemForm>
  );
}
