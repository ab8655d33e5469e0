/**
 * Returns the text of an uncompressed PDF. Each font's ToUnicode table maps codes to characters; a font without one has
 * one byte for each character. A character that the font lacks is returned as "\0".
 */
export function readPdf(pdf: string): string {
  const objects = new Map(
    [...pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id, body ?? ""]),
  );
  const letters = new Map<string, readonly string[]>();
  for (const [, name, id] of pdf.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "") ?? [];
    letters.set(name ?? "", lettersOf(objects.get(table) ?? ""));
  }
  let font = "";
  let text = "";
  for (const [, name, shown] of pdf.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[0-9a-f<> \-.\d]*)\] TJ/g)) {
    if (name !== undefined) font = name;
    const table = letters.get(font) ?? [];
    for (const [, codes = ""] of (shown ?? "").matchAll(/<([0-9a-f]*)>/g))
      text += table.length === 0 ? Buffer.from(codes, "hex").toString("latin1") : wordsOf(codes, table);
  }
  return text;
}

/**
 * Returns the texts that an uncompressed PDF has beside its glyphs, each for a paragraph: a program that copies, searches or reads aloud
 * takes them. One with other characters than ASCII is UTF-16.
 */
export function actualTexts(pdf: string): readonly string[] {
  return [...pdf.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, escaped = ""]) => {
    const text = escaped.replaceAll(/\\([\s\S])/g, (_, sign: string) => ESCAPED[sign] ?? sign);
    return text.startsWith("\xfe\xff") ? Buffer.from(text.slice(2), "latin1").swap16().toString("utf16le") : text;
  });
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Decodes codes of four hexadecimal digits, each an index of the table. */
function wordsOf(codes: string, table: readonly string[]): string {
  const places = codes.match(/.{4}/g) ?? [];
  return places.map((place) => table[Number.parseInt(place, 16)] ?? "\0").join("");
}

function lettersOf(table: string): readonly string[] {
  const rows = [...table.matchAll(/^<[0-9a-f]+> <[0-9a-f]+> \[(.*)\]$/gm)].map(([, row]) => row ?? "");
  return [...rows.join(" ").matchAll(/<([0-9a-f ]*)>/g)].map(([, units]) =>
    (units ?? "")
      .split(" ")
      .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
      .join(""),
  );
}
