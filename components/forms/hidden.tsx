type HiddenProps = { readonly fields: Readonly<Record<string, string | number>> };

/** Fields that an action reads and the visitor does not see. */
export function Hidden({ fields }: HiddenProps) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
