declare global {
  interface JSON {
    /** The reviver learns how a value was written. The compiler's library does not name it yet. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** The body again, with every number as a plain decimal: 47.50 is "47.50", 1e1 is "10", and no digit is lost to a float. */
export function withNumbersAsText(rawBody: string): unknown {
  return JSON.parse(rawBody, (_key, value: unknown, { source }) =>
    typeof value === "number" ? plainDecimal(source ?? "") : value,
  );
}

/** No amount of any currency has so many digits before or behind its point. */
const EXPONENT_MAX = 100;

/**
 * Returns what a JSON number says without its exponent: "1.5E+2" is "150" and "25e-1" is "2.5". A text whose exponent is
 * beyond any amount of money comes back as it is.
 */
export function plainDecimal(source: string): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  if (exponent === undefined) return source;
  const shift = Number(exponent);
  if (Math.abs(shift) > EXPONENT_MAX) return source;
  const zeros = Math.max(0, -shift);
  const point = zeros + whole.length + shift;
  const digits = `${"0".repeat(zeros)}${whole}${fraction}`.padEnd(point, "0");
  const behind = digits.slice(point);
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0";
  return `${sign}${before}${behind === "" ? "" : `.${behind}`}`;
}
