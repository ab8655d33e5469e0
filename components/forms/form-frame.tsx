"use client";

import type { ReactNode } from "react";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/submission-form.tsx";
import type { ActionForm } from "#components/forms/use-action-form.ts";

type FormFrameProps = {
  readonly form: Pick<ActionForm<never>, "props" | "openErrors" | "message" | "lost" | "announcement">;
  readonly words: FormProblemWords;
  readonly hidden: Readonly<Record<string, string>>;
  /** Instead of the form's own problem, such as how the last attempt ended. */
  readonly notice?: ReactNode;
  readonly connectionHelp?: ReactNode;
  readonly heading: ReactNode;
  /** Beside the form where there is room, else above it. */
  readonly review: ReactNode;
  readonly onInput?: (event: React.InputEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
};

/** A step of the checkout: what went wrong, the heading, the review and the form. */
export function FormFrame(props: FormFrameProps) {
  const { form, words, hidden, notice, connectionHelp, heading, review, onInput, children } = props;
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="lg:col-start-1">
        <FormProblem form={form} words={words} connectionHelp={connectionHelp} />
        {notice}
        {heading}
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{review}</div>
      <form {...form.props} onInput={onInput} className="flex max-w-2xl flex-col gap-6 lg:col-start-1">
        <Hidden fields={hidden} />
        {children}
      </form>
    </div>
  );
}
