import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

export type FieldProps = Omit<ComponentProps<"input">, "name" | "id"> & {
  readonly label: ReactNode;
  readonly name: string;
  readonly id?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The text "optional", shown beside the label. */
  readonly optional?: string | undefined;
  /** Shown at the end of the input, such as the card brand. */
  readonly after?: ReactNode;
};

export const INPUT_CLASS =
  "w-full min-h-13 rounded-md border bg-surface px-4 py-3 text-base text-ink placeholder:text-ink-faint";

/**
 * An input with label, hint and error. The labels of fields side by side stand on one line, and so do the inputs. The summary has
 * the error's text too, for a promoter's question with the question. The id defaults to the name.
 */
export function Field({ label, name, id = name, hint, error, optional, after, className, ...field }: FieldProps) {
  const { "aria-invalid": isInvalid = error !== undefined, "aria-describedby": reason, ...input } = field;
  const described = [reason, hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        <span>{label}</span>
        {optional !== undefined && <span className="font-normal text-ink-muted">{` (${optional})`}</span>}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-pretty text-ink-muted">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      <div className="relative mt-auto">
        <input
          type="text"
          enterKeyHint="next"
          {...input}
          id={id}
          name={name}
          aria-invalid={isInvalid}
          {...(described !== "" && { "aria-describedby": described })}
          className={classNames(INPUT_CLASS, isInvalid ? "border-2 border-bad" : "border-line-strong")}
        />
        {after !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 end-4 flex items-center text-sm text-ink-muted">
            {after}
          </span>
        )}
      </div>
    </div>
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
