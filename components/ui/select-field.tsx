import type { ComponentProps } from "react";
import type { FieldProps } from "#components/ui/field.tsx";
import { Labelled } from "#components/ui/labelled.tsx";
import { Select } from "#components/ui/select.tsx";

type SelectFieldProps = Omit<ComponentProps<"select">, "name" | "id"> &
  Pick<FieldProps, "label" | "name" | "id" | "hint" | "error" | "optional">;

/** A choice from a list, with label, hint and error. The id defaults to the name. */
export function SelectField(props: SelectFieldProps) {
  const { label, name, id = name, hint, error, optional, className, children, ...select } = props;
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <Labelled label={label} id={id} hint={hint} error={error} optional={optional} className={className}>
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
