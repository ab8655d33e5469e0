/** A part of a form: the name of a field, and its text with a character for each byte. */
type Part = readonly [name: string, text: string];

const NEW_LINE = "\r\n";
const BLANK_LINE = "\r\n\r\n";
const NEXT = "\r\n--";

/**
 * The type of a form as browsers write it. With a shorter boundary, or with other characters, one of the framework's two parsers takes
 * another text for the boundary than the other one, or none.
 */
const MULTIPART = /^multipart\/form-data;\s*boundary=("?)([\w'-]{27,70})\1$/;

/**
 * The head of a part as browsers write it. In a name, one parser decodes `%` and the other one `\`; no field of ours has either. Of another
 * header, an encoding or a file's name, one of them makes another value.
 */
const HEAD =
  /^Content-Disposition: form-data; name="([ !#$&-[\]-~]{1,500})"(?:\r\nContent-Type: text\/plain(?:; ?charset=utf-8)?)?$/i;

/**
 * Returns the parts of a multipart form, or `undefined` for a body that is none, that has more than `max` parts, or that the framework's
 * two parsers could take apart differently: one of them finds the text of the boundary wherever it is. So it may stand between parts
 * alone, at the start or after CRLF, followed by CRLF or, at the end, by `--`.
 */
export function partsOf(body: string, type: string, max: number): readonly Part[] | undefined {
  const [, , boundary] = MULTIPART.exec(type) ?? [];
  if (boundary === undefined) return undefined;
  const [before, ...between] = body.split(boundary, max + 2);
  const after = between.pop();
  if (before !== "--" || !/^--(?:\r\n)?$/.test(after ?? "")) return undefined;
  const parts = between.map(partOf).filter((part) => part !== undefined);
  return parts.length === between.length ? parts : undefined;
}

/** Returns the part that stands between two boundaries, with the line ends and dashes around it. */
function partOf(piece: string): Part | undefined {
  const end = piece.indexOf(BLANK_LINE, NEW_LINE.length);
  const from = end + BLANK_LINE.length;
  const to = piece.length - NEXT.length;
  if (!piece.startsWith(NEW_LINE) || !piece.endsWith(NEXT) || end < 0 || from > to) return undefined;
  const [, name] = HEAD.exec(piece.slice(NEW_LINE.length, end)) ?? [];
  return name === undefined ? undefined : [name, piece.slice(from, to)];
}
