import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { INPUT_CLASS } from "#components/ui/field.tsx";

type SelectFieldProps = Omit<ComponentProps<"select">, "name" | "id"> & {
  readonly label: ReactNode;
  readonly name: string;
  readonly id?: string;
  readonly hint?: ReactNode;
};

/** A choice from a list, with label and hint. The id defaults to the name. */
export function SelectField({ label, name, id = name, hint, className, children, ...select }: SelectFieldProps) {
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
      <select
        {...select}
        id={id}
        name={name}
        {...(hint !== undefined && { "aria-describedby": `${id}-hint` })}
        className={classNames(INPUT_CLASS, "mt-auto border-line-strong")}
      >
        {children}
      </select>
    </div>
  );
}
