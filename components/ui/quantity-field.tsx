import type { ReactNode } from "react";
import { SelectField } from "#components/ui/select-field.tsx";

type QuantityFieldProps = {
  readonly label: ReactNode;
  readonly name: string;
  readonly hint?: ReactNode;
  /** The quantities to choose from, in order. */
  readonly quantities: readonly number[];
  readonly chosen: number;
};

export function QuantityField({ quantities, chosen, ...field }: QuantityFieldProps) {
  return (
    <SelectField {...field} defaultValue={String(chosen)}>
      {quantities.map((quantity) => (
        <option key={quantity} value={quantity}>
          {quantity}
        </option>
      ))}
    </SelectField>
  );
}
