"use client";

import { ChevronDown } from "lucide";
import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import type { GuestState } from "#app/[locale]/(shop)/sales/[link]/guest-state.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { Questions, type QuestionsProps } from "#components/forms/questions.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Status } from "#components/ui/status.tsx";
import { formQuestions, inSummary } from "#lib/checkout/details/question-rules.ts";
import { UNTOUCHED } from "#lib/forms/form.ts";

type GuestFormProps = {
  readonly action: (previous: GuestState, form: FormData) => Promise<GuestState>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly questions: QuestionsProps;
  /** The label that opens the form; without it the form is always open. */
  readonly summary?: ReactNode;
  /** The target of links to the form; the browser opens the closed details around it. */
  readonly id?: string;
  readonly words: Messages["Guests"] & FormProblemWords;
};

/** The questions to one guest. The guest or the buyer answers them. */
export function GuestForm({ action, hidden, questions, summary, id, words }: GuestFormProps) {
  const actionForm = useActionForm({
    submission: useSubmission<GuestState>(action, UNTOUCHED),
    loadSchema: async () => {
      const { questionsSchema } = await import("#lib/checkout/details/questions-schema.ts");
      return questionsSchema(formQuestions(questions), questions.words.error);
    },
  });
  const { state, openErrors, pending } = actionForm;
  const isSaved = state.saved && !actionForm.isOvertaken;

  const form = (
    <form {...actionForm.props} className="flex flex-col gap-6">
      <FormProblem form={{ ...actionForm, openErrors: inSummary(openErrors, questions) }} words={words} />
      <Hidden fields={hidden} />
      <Questions {...questions} given={{ ...questions.given, ...state.values }} form={actionForm} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button pending={pending} pendingLabel={words.saving} className="min-w-40 grow sm:grow-0">
          {words.save}
        </Button>
        <Status className="text-sm font-medium text-ok">{isSaved ? words.saved : undefined}</Status>
      </div>
    </form>
  );
  if (summary === undefined) return form;
  return (
    <details className="group w-full" {...(state.answeredAt > 0 && !state.saved && { open: true })}>
      <summary className={buttonClass("secondary", "list-none [&::-webkit-details-marker]:hidden")}>
        <span>{summary}</span>
        <Icon of={ChevronDown} strokeWidth={2.25} size={18} className="group-open:rotate-180" />
      </summary>
      <div id={id} className="pt-4">
        {form}
      </div>
    </details>
  );
}
