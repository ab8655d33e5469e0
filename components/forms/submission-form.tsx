"use client";

import type { ComponentProps } from "react";
import { Hidden } from "#components/forms/hidden.tsx";
import type { Submission } from "#components/forms/use-submission.ts";

export type SubmissionFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit" | "hidden"> & {
  readonly submission: Pick<Submission<unknown>, "post" | "send">;
  /** Fields that the action reads and the visitor does not see. */
  readonly hidden: Readonly<Record<string, string>>;
};

/** A form that is sent by script, or without one by the browser. */
export function SubmissionForm({ submission: { post, send }, hidden, children, ...form }: SubmissionFormProps) {
  return (
    <form
      {...form}
      action={post}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget, event.nativeEvent.submitter));
      }}
    >
      <Hidden fields={hidden} />
      {children}
    </form>
  );
}
