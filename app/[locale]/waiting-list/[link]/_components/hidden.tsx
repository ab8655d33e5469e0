export type HiddenFields = { readonly locale: string; readonly link: string };

/** The hidden fields of every form of the page. */
export function Hidden({ fields }: { readonly fields: HiddenFields }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
