import { Field, type FieldProps } from "#components/ui/field.tsx";

type CurrentPasswordFieldProps = FieldProps & {
  /** For password managers, which know a password by its user. */
  readonly user: string;
};

/** The password that a change of one's own account asks for. */
export function CurrentPasswordField({ user, ...field }: CurrentPasswordFieldProps) {
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={user} readOnly hidden />
      <Field {...field} type="password" autoComplete="current-password" />
    </>
  );
}

/** A code of an authenticator app, or a backup code. */
export function CodeField(field: FieldProps) {
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      maxLength={20}
      dir="ltr"
      className="[&_input]:max-w-65"
    />
  );
}
