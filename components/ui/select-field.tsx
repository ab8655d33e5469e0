import type { ComponentProps, ReactNode } from "react";
import { Labelled } from "#components/ui/labelled.tsx";
import { Select } from "#components/ui/select.tsx";

type SelectFieldProps = Omit<ComponentProps<"select">, "name" | "id"> & {
  readonly label: ReactNode;
  readonly name: string;
  readonly id?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
};

/** A choice from a list, with label, hint and error. The id defaults to the name. */
export function SelectField({ label, name, id = name, hint, error, className, children, ...select }: SelectFieldProps) {
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <Labelled label={label} id={id} hint={hint} error={error} className={className}>
      <Select
        {...select}
        id={id}
        name={name}
        error={error}
        {...(error !== undefined && { "aria-invalid": true })}
        {...(described !== "" && { "aria-describedby": described })}
        className="mt-auto"
      >
        {children}
      </Select>
    </Labelled>
  );
}
