import { Field, type FieldProps } from "#components/ui/field.tsx";

/** An input for an email address. */
export function EmailField({ name = "email", ...field }: Omit<FieldProps, "name"> & { readonly name?: string }) {
  return (
    <Field
      name={name}
      type="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={254}
      {...field}
    />
  );
}
