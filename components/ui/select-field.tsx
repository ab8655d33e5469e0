import type { ComponentProps, ReactNode } from "react";
import { Labelled } from "#components/ui/labelled.tsx";
import { Select } from "#components/ui/select.tsx";

type SelectFieldProps = Omit<ComponentProps<"select">, "name" | "id"> & {
  readonly label: ReactNode;
  readonly name: string;
  readonly id?: string;
  readonly hint?: ReactNode;
};

/** A choice from a list, with label and hint. The id defaults to the name. */
export function SelectField({ label, name, id = name, hint, className, children, ...select }: SelectFieldProps) {
  return (
    <Labelled label={label} id={id} hint={hint} className={className}>
      <Select
        {...select}
        id={id}
        name={name}
        {...(hint !== undefined && { "aria-describedby": `${id}-hint` })}
        className="mt-auto"
      >
        {children}
      </Select>
    </Labelled>
  );
}
