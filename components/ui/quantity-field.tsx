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

/** More quantities than this become a select: as tiles they would fill more than two rows on a phone. */
const TILES_MAX = 11;

/** A quantity as one of a row of tiles, which need no script. */
export function QuantityField({ label, name, hint, quantities, chosen }: QuantityFieldProps) {
  if (quantities.length > TILES_MAX)
    return (
      <SelectField label={label} name={name} hint={hint} defaultValue={String(chosen)}>
        {quantities.map((quantity) => (
          <option key={quantity} value={quantity}>
            {quantity}
          </option>
        ))}
      </SelectField>
    );
  return (
    <fieldset className="min-w-0" {...(hint !== undefined && { "aria-describedby": `${name}-hint` })}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {hint !== undefined && (
        <p id={`${name}-hint`} className="-mt-1 mb-1.5 text-sm text-ink-muted">
          {hint}
        </p>
      )}
      <div className="grid max-w-md grid-cols-5 gap-2">
        {quantities.map((quantity) => (
          <label key={quantity} className={TILE}>
            <input
              type="radio"
              name={name}
              value={quantity}
              defaultChecked={quantity === chosen}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {quantity}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const TILE =
  "figures relative flex min-h-12 items-center justify-center rounded-lg border border-line-strong bg-surface font-semibold has-checked:border-accent-edge has-checked:bg-accent-soft has-checked:text-accent-on-soft has-checked:shadow-edge has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring";
