import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { FieldError, type FieldProps, INPUT_CLASS } from "#components/ui/field.tsx";

type LabelledProps = Pick<FieldProps, "label" | "hint" | "error" | "optional" | "className"> & {
  /** The id of the control. */
  readonly id: string;
  readonly children: ReactNode;
};

/**
 * A control other than an input with its label, hint and error. `Field` has the same ones itself: with another module, the event
 * page's script would be larger.
 */
export function Labelled({ label, id, hint, error, optional, className, children }: LabelledProps) {
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        <span>{label}</span>
        {optional !== undefined && <span className="font-normal text-ink-muted">{` (${optional})`}</span>}
      </label>
      <HintAndError id={id} hint={hint} error={error} />
      {children}
    </div>
  );
}

export function HintAndError({ id, hint, error }: Pick<LabelledProps, "id" | "hint" | "error">) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </>
  );
}

export function inputClass(error: string | undefined): string {
  return classNames(INPUT_CLASS, error === undefined ? "border-line-strong" : "border-2 border-bad");
}
