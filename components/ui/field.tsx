import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

type LabelledProps = {
  readonly label: ReactNode;
  /** The id of the control. */
  readonly id: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The text "optional", shown beside the label. */
  readonly optional?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

type FieldProps = Omit<ComponentProps<"input">, "name" | "id" | "children"> &
  Omit<LabelledProps, "id" | "children"> & {
    readonly name: string;
    readonly id?: string;
    /** Shown at the end of the input, such as the card brand. */
    readonly after?: ReactNode;
  };

export const INPUT_CLASS =
  "w-full min-h-13 rounded-md border bg-surface px-4 py-3 text-base text-ink placeholder:text-ink-faint";

/** An input with label, hint and error. The id defaults to the name. */
export function Field({ label, name, id = name, hint, error, optional, after, className, ...input }: FieldProps) {
  return (
    <Labelled label={label} id={id} hint={hint} error={error} optional={optional} className={className}>
      <div className="relative mt-auto">
        <input
          type="text"
          enterKeyHint="next"
          {...input}
          id={id}
          name={name}
          aria-invalid={error !== undefined}
          {...describedBy(id, hint, error)}
          className={inputClass(error)}
        />
        {after !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 end-4 flex items-center text-sm text-ink-muted">
            {after}
          </span>
        )}
      </div>
    </Labelled>
  );
}

/** An input for an email address. Only the action validates it. */
export function EmailField({ name = "email", ...field }: Omit<FieldProps, "name"> & { readonly name?: string }) {
  return (
    <Field
      name={name}
      type="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={254}
      {...field}
    />
  );
}

/** A control with its label, hint and error. The error has the same text as the summary. */
export function Labelled({ label, id, hint, error, optional, className, children }: LabelledProps) {
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        <Optional text={optional} />
      </label>
      <HintAndError id={id} hint={hint} error={error} />
      {children}
    </div>
  );
}

export function Optional({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <span className="font-normal text-ink-muted"> ({text})</span>;
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

/** The error of a field. The input refers to it by `{id}-error`. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={`${id}-error`} className="text-sm font-medium text-bad">
      {error}
    </p>
  );
}

/** Returns the attribute by which a control refers to its hint and its error. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") };
}

export function inputClass(error: string | undefined): string {
  return classNames(INPUT_CLASS, error === undefined ? "border-line-strong" : "border-2 border-bad");
}
