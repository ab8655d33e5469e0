"use client";

import type { Messages } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Status } from "#components/ui/status.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type RenameFormProps = {
  readonly action: FormAction<{ readonly holder: string }>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly holder: string;
  /** An id that is unique on the page. */
  readonly id: string;
  /** The address of the order, which "Cancel" opens without script and after a refusal. */
  readonly order: string;
  /** The name as a fact of the ticket, in place of which the form is opened. */
  readonly children: ReactNode;
  readonly words: Messages["Rename"] & FormProblemWords;
};

/** The name on a ticket, which the buyer changes. It is closed until it is needed, and again after it was saved. */
export function RenameForm({ action, hidden, holder, id, order, words, children }: RenameFormProps) {
  const form = useActionForm({
    submission: useSubmission(action, UNTOUCHED),
    loadSchema: async () => (await import("#app/[locale]/(shop)/sales/[link]/holder-schema.ts")).holderSchema(words),
    idOf: () => id,
  });
  const { state, lost, openErrors, pending } = form;
  const failed = state.fieldErrors.holder !== undefined || state.message !== undefined || lost !== undefined;
  const isSaved = state.answeredAt > 0 && !failed && !form.isOvertaken && !pending;
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    if (state.answeredAt > 0 && !failed) close(box.current);
  }, [state, failed]);

  return (
    <div className="group">
      <div className="group-has-[[open]]:hidden print:block">{children}</div>
      <details
        ref={box}
        {...(failed && { open: true })}
        onToggle={({ currentTarget }) => {
          // Its summary, which had the focus, is hidden while it is open. A refused form takes the focus itself.
          if (currentTarget.open && !failed) document.getElementById(id)?.focus();
        }}
        className="online-only print:hidden"
      >
        <summary className="group-has-[[open]]:hidden inline-flex min-h-6 cursor-pointer list-none items-center text-sm text-accent-text underline underline-offset-4 [&::-webkit-details-marker]:hidden">
          <span>{words.change}</span>
          <span className="sr-only">{` ${words.about}`}</span>
        </summary>
        <ProblemForm form={form} words={words} hidden={hidden} className="flex flex-col items-start gap-3">
          <Field
            {...form.field("holder")}
            label={words.label}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={200}
            defaultValue={state.values?.holder ?? holder}
            className="w-full"
          />
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            <Button kind="secondary" pending={pending} pendingLabel={words.saving} className="text-sm">
              {words.save}
            </Button>
            <a
              href={order}
              onClick={(event) => {
                // The order's page anew has neither the refused name nor its error.
                if (failed || openErrors.length > 0) return;
                event.preventDefault();
                close(box.current);
              }}
              className={buttonClass("quiet", "text-sm")}
            >
              {words.cancel}
            </a>
          </div>
        </ProblemForm>
      </details>
      <Status className="text-sm font-medium text-ok print:hidden">{isSaved ? words.saved : undefined}</Status>
    </div>
  );
}

/** Closes the form, which then has the present name again. */
function close(box: HTMLDetailsElement | null) {
  if (!box) return;
  box.open = false;
  box.querySelector("form")?.reset();
  box.querySelector("summary")?.focus();
}
