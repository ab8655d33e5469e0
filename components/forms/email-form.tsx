"use client";

import type { ReactNode } from "react";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { Field } from "#components/ui/field.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form-state.ts";

type EmailFormProps = {
  readonly action: FormAction<{ readonly email: string }>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly words: Readonly<Record<"title" | "text" | "email" | "send" | "sending" | "problem", string>> & {
    readonly lost: ConnectionWords;
  };
  readonly children?: ReactNode;
};

/** A page that asks for one email address, and what it is for. */
export function EmailForm({ action, hidden, words, children }: EmailFormProps) {
  const { state, lost, turn, pending, post, send } = useSubmission(action, UNTOUCHED);
  const error = state.fieldErrors.email;
  const isWrong = (error !== undefined || state.message !== undefined) && lost === undefined && !pending;
  return (
    <>
      <ConnectionProblem lost={pending ? undefined : lost} turn={turn} words={words.lost} />
      {isWrong && (
        <ErrorSummary
          title={words.problem}
          errors={error === undefined ? [] : [{ field: "email", message: error }]}
          turn={turn}
          pageTitle={words.title}
        >
          {error === undefined && <p className="mt-1">{state.message}</p>}
        </ErrorSummary>
      )}
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-3 text-lg text-pretty text-ink-muted">{words.text}</p>
      <form
        action={post}
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
        noValidate
        className="mt-8 mb-8 flex flex-col gap-6"
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          label={words.email}
          error={error}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={254}
          defaultValue={state.values?.email}
        />
        <Button pending={pending} pendingLabel={words.sending}>
          {words.send}
        </Button>
      </form>
      {children}
    </>
  );
}
