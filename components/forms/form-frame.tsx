"use client";

import type { ReactNode } from "react";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/submission-form.tsx";
import type { ActionForm } from "#components/forms/use-action-form.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Status } from "#components/ui/status.tsx";

type FormFrameProps = {
  readonly form: Pick<ActionForm<never>, "props" | "openErrors" | "message" | "lost" | "announcement" | "pending">;
  readonly words: FormProblemWords;
  readonly hidden: Readonly<Record<string, string>>;
  /** Instead of the form's own problem, such as how the last attempt ended. */
  readonly notice?: ReactNode;
  readonly connectionHelp?: ReactNode;
  readonly heading: ReactNode;
  /** Between heading and form: what the step is about, and what may be changed before it. */
  readonly opening?: ReactNode;
  /** Beside the form where there is room, else between it and the button. It may contain forms of its own. */
  readonly review: ReactNode;
  readonly button: { readonly label: ReactNode; readonly pendingLabel: ReactNode; readonly className?: string };
  /** Below the button. */
  readonly foot: ReactNode;
  /** Shown in place of the foot while the form is under way. The rest of the step can then not be used. */
  readonly whilePending?: string;
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
    // Not a grid on a phone, where the order stays in view while the form scrolls: in a grid it could not leave its row.
    <div className="flex flex-col gap-y-5 lg:grid lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-12">
      <div className="flex flex-col gap-4 lg:col-start-1">
        <div className="-mb-6 empty:hidden">
          <FormProblem form={form} words={words} connectionHelp={connectionHelp} />
          {notice}
        </div>
        {heading}
        <div className="contents" inert={isLocked}>
          {opening}
        </div>
      </div>
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
      <div className="contents" inert={isLocked}>
        {review}
      </div>
      <div className="flex flex-col gap-4 lg:col-start-1">
        <Button
          form={FORM_ID}
          pending={form.pending}
          pendingLabel={button.pendingLabel}
          className={classNames("min-h-14 w-full text-lg", button.className)}
        >
          {button.label}
        </Button>
        {whilePending !== undefined && (
          <Status className="text-center font-semibold">{isLocked ? whilePending : undefined}</Status>
        )}
        {!isLocked && foot}
      </div>
    </div>
  );
}
