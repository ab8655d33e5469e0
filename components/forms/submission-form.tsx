import type { ComponentProps } from "react";
import type { AnswerState, Submission } from "#components/forms/use-submission.ts";

export type SubmissionFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit" | "hidden"> & {
  readonly submission: Pick<Submission<AnswerState>, "post" | "send" | "onInput">;
  /** Fields that the action reads and the visitor does not see. */
  readonly hidden: Readonly<Record<string, string | number>>;
};

/** A form that is sent by script, or without one by the browser. */
export function SubmissionForm({
  submission: { post, send, onInput },
  hidden,
  children,
  ...form
}: SubmissionFormProps) {
  return (
    <form
      {...form}
      action={post}
      onInput={onInput}
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

type HiddenProps = { readonly fields: Readonly<Record<string, string | number>> };

/** Fields that an action reads and the visitor does not see. */
export function Hidden({ fields }: HiddenProps) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
