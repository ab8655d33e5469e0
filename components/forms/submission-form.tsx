"use client";

import type { ComponentProps } from "react";
import type { Submission } from "#components/forms/use-submission.ts";

type SubmissionFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit" | "noValidate" | "hidden"> & {
  readonly submission: Pick<Submission<unknown>, "post" | "send">;
  /** Fields that the action reads and the visitor does not see. */
  readonly hidden: Readonly<Record<string, string>>;
};

/** A form that is sent by script, or without one by the browser. Only the action validates it. */
export function SubmissionForm({ submission: { post, send }, hidden, children, ...form }: SubmissionFormProps) {
  return (
    <form
      {...form}
      action={post}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget));
      }}
      noValidate
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
