export type HiddenFields = { readonly locale: string; readonly link: string };

/** What each form of the page sends besides. */
export function Hidden({ fields }: { readonly fields: HiddenFields }) {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
