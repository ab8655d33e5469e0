"use client";

import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { useState } from "react";
import type { GuestState } from "#app/[locale]/sales/[link]/guest-state.ts";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { Questions, type QuestionsProps } from "#components/forms/questions.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { UNTOUCHED } from "#lib/forms/form-state.ts";

type GuestFormProps = {
  readonly action: (previous: GuestState, form: FormData) => Promise<GuestState>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly questions: QuestionsProps;
  /** What is pressed to open the form; without it the form is always open. */
  readonly summary?: ReactNode;
  /** Where a link to the form leads; the browser opens what is closed around it. */
  readonly id?: string;
  readonly words: {
    readonly [Word in "save" | "saving" | "saved" | "problem" | "pageTitle"]: string;
  } & { readonly lost: ConnectionWords };
};

/** The questions to one guest, answered by the guest or by the buyer. */
export function GuestForm({ action, hidden, questions, summary, id, words }: GuestFormProps) {
  const { state, lost, turn, pending, post, send } = useSubmission<GuestState>(action, UNTOUCHED);
  const [mended, setMended] = useState<{ readonly turn: number; readonly names: readonly string[] }>();
  const isMended = (name: string) => mended?.turn === state.turn && mended.names.includes(name);
  const open = Object.entries(state.fieldErrors).filter(([name]) => !isMended(name));
  const listed = open.map(([field, message = ""]) => ({ field, message }));

  function mend(name: string) {
    setMended((before) => ({ turn: state.turn, names: [...(before?.turn === state.turn ? before.names : []), name] }));
  }

  const form = (
    <form
      action={post}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
      noValidate
      className="flex flex-col gap-6"
    >
      <ConnectionProblem lost={lost} turn={turn} words={words.lost} />
      {(listed.length > 0 || (state.message !== undefined && !state.saved && lost === undefined)) && (
        <ErrorSummary title={words.problem} errors={listed} turn={turn} pageTitle={words.pageTitle}>
          {listed.length === 0 && <p>{state.message}</p>}
        </ErrorSummary>
      )}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Questions
        {...questions}
        given={{ ...questions.given, ...(state.values as Readonly<Record<string, string>>) }}
        errors={Object.fromEntries(open)}
        onMend={mend}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button pending={pending} pendingLabel={words.saving} className="min-w-40">
          {words.save}
        </Button>
        <p role="status" className="text-sm font-medium text-ok">
          {state.saved ? words.saved : ""}
        </p>
      </div>
    </form>
  );
  if (summary === undefined) return form;
  return (
    <details className="group w-full" {...(state.turn > 0 && !state.saved && { open: true })}>
      <summary className={buttonClass("secondary", "list-none [&::-webkit-details-marker]:hidden")}>
        {summary}
        <Icon of={ChevronDown} strokeWidth={2.25} size={18} className="group-open:rotate-180" />
      </summary>
      <div id={id} className="pt-4">
        {form}
      </div>
    </details>
  );
}
