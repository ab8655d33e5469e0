/**
 * A regular expression, as PostgreSQL reads them, that finds this text in capitals and small letters of any script.
 * Each letter is named in all its cases, because what the database itself takes for a capital depends on the locale
 * that it was made in: in "C" it knows ASCII only.
 */
export function inAnyCase(text: string): string {
  return [...text].map(casesOf).join("");
}

function casesOf(character: string): string {
  const upper = character.toUpperCase();
  const cases = new Set([character, character.toLowerCase(), upper, upper.toLowerCase()]);
  return cases.size === 1 ? literal(character) : `(?:${[...cases].map(literal).join("|")})`;
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}
