"use client";

import { useState } from "react";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

export type PasswordWords = Readonly<Record<"password" | "show" | "showPassword", string>>;

type PasswordFieldProps = Omit<FieldProps, "label" | "type" | "after"> & { readonly words: PasswordWords };

/** A password that can be shown while it is typed. */
export function PasswordField({ words, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const scriptRuns = useScriptRuns();
  return (
    <Field
      {...field}
      label={words.password}
      type={isShown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      className="[&_input]:pe-26"
      after={
        scriptRuns && (
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={words.showPassword}
            onClick={() => setShown(!isShown)}
            className="tap pointer-events-auto font-semibold text-accent-text underline underline-offset-4"
          >
            {words.show}
          </button>
        )
      }
    />
  );
}

export type NewPasswordWords = PasswordWords & { readonly rules: string };

type NewPasswordFieldProps = PasswordFieldProps & { readonly words: NewPasswordWords };

/** A password to be chosen. */
export function NewPasswordField(field: NewPasswordFieldProps) {
  return <PasswordField {...field} hint={field.words.rules} autoComplete="new-password" enterKeyHint="go" />;
}
