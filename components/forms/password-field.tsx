"use client";

import { useState } from "react";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

type PasswordFieldProps = Omit<FieldProps, "type"> & {
  /** "Show password". */
  readonly show: string;
};

/** An input for a password, which can be shown where the script runs. */
export function PasswordField({ show, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const runs = useScriptRuns();
  return (
    <div className="flex flex-col">
      <Field {...field} type={isShown ? "text" : "password"} autoCapitalize="off" spellCheck={false} />
      {runs && (
        <label className="flex min-h-11 items-center gap-3 self-start py-2 text-sm">
          <input
            type="checkbox"
            checked={isShown}
            onChange={({ currentTarget }) => setShown(currentTarget.checked)}
            className="choice rounded-xs"
          />
          {show}
        </label>
      )}
    </div>
  );
}
