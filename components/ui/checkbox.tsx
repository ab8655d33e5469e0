import type { ComponentProps, ReactNode } from "react";
import { FieldError } from "#components/ui/field.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "name" | "id" | "type"> & {
  readonly label: ReactNode;
  readonly name: string;
  readonly error?: string | undefined;
};

/** A checkbox with its label. It is never checked by default. */
export function Checkbox({ label, name, error, ...input }: CheckboxProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <FieldError id={name} error={error} />
      <label htmlFor={name} className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...input}
          type="checkbox"
          id={name}
          name={name}
          aria-invalid={error !== undefined}
          {...(error !== undefined && { "aria-describedby": `${name}-error` })}
          className="choice mt-0.5 rounded-xs"
        />
        <span>{label}</span>
      </label>
    </div>
  );
}
