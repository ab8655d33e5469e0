"use client";

import type { ReactNode } from "react";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { PendingNote } from "#components/forms/pending-note.tsx";
import type { SentForm } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";

type FormFrameProps = {
  readonly form: SentForm;
  readonly words: FormProblemWords;
  readonly hidden: Readonly<Record<string, string>>;
  /** Instead of the form's own problem, such as how the last attempt ended. */
  readonly notice?: ReactNode;
  readonly connectionHelp?: ReactNode;
  readonly heading: ReactNode;
  /** Between heading and form: what the step is about, and what may be changed before it. */
  readonly opening?: ReactNode;
  /** Beside the form where there is room, else on top of it. It may contain forms of its own. */
  readonly review: ReactNode;
  readonly button: { readonly label: ReactNode; readonly pendingLabel: ReactNode; readonly className?: string };
  /** Below the button. */
  readonly foot: ReactNode;
  /** Shown in place of the foot while the form is under way, and more of it the longer it takes. The rest of the step can then not be used. */
  readonly whilePending?: readonly string[];
  readonly onInput?: (event: React.InputEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
};

const FORM_ID = "step";

/** A step of the checkout: what went wrong, the heading, the form, the order and the button. */
export function FormFrame(props: FormFrameProps) {
  const {
    form,
    words,
    hidden,
    notice,
    connectionHelp,
    heading,
    opening,
    review,
    button,
    foot,
    whilePending,
    onInput,
    children,
  } = props;
  const isLocked = form.pending && whilePending !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-y-5 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_auto_auto_1fr] lg:gap-x-12">
      <div className="flex flex-col gap-4 lg:col-start-1">
        <div className="-mb-6 empty:hidden">
          <FormProblem form={form} words={words} connectionHelp={connectionHelp} />
          {notice}
        </div>
        {heading}
      </div>
      <div className="contents" inert={isLocked}>
        {review}
      </div>
      {opening !== undefined && (
        <div className="flex flex-col gap-4 lg:col-start-1" inert={isLocked}>
          {opening}
        </div>
      )}
      <form
        {...form.props}
        id={FORM_ID}
        onInput={onInput}
        inert={isLocked}
        className="flex flex-col gap-6 lg:col-start-1"
      >
        <Hidden fields={hidden} />
        {children}
      </form>
      <div className="flex flex-col gap-4 lg:col-start-1">
        <Button
          form={FORM_ID}
          pending={form.pending}
          pendingLabel={button.pendingLabel}
          className={classNames("min-h-14 w-full text-lg", button.className)}
        >
          {button.label}
        </Button>
        {whilePending !== undefined && <PendingNote isPending={isLocked} texts={whilePending} />}
        {!isLocked && foot}
      </div>
    </div>
  );
}
