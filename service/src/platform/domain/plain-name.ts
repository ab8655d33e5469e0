/** Returns a text in lower-case letters without accents, digits and hyphens. It is empty when the text has no Latin letter and no digit. */
export function plainName(text: string, charactersMax: number): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain
    .replaceAll(/[^a-z\d]+/g, "-")
    .slice(0, charactersMax)
    .replaceAll(/^-|-$/g, "");
}
