/** Returns a reference that can be read over the telephone. It identifies the attempt and gives no access. */
export function referenceOf({ id }: { readonly id: string }): string {
  const letters = id.replaceAll("-", "").slice(0, 8).toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
