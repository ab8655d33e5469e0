/** Short enough to be read over the telephone; it names the attempt and opens nothing. */
export function referenceOf({ id }: { readonly id: string }): string {
  const letters = id.replaceAll("-", "").slice(0, 8).toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
