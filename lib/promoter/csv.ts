type Cell = string | number;

/** Tells a spreadsheet that the file is UTF-8. */
const MARK = "\uFEFF";

/**
 * Returns rows as a CSV file (RFC 4180). A text that a spreadsheet would calculate is written with an apostrophe before it: visitors
 * choose some of them.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return MARK + rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

function cellOf(cell: Cell): string {
  const text = String(cell);
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
