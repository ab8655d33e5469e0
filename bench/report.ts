/** The result of a measurement. Only sizes have a budget that fails; ratios are informative. */
export type Row = {
  readonly what: string;
  readonly measured: string;
  readonly aim: string;
  readonly note: string;
  readonly isOver?: boolean;
};

export function table(rows: readonly Row[]): string {
  const widths = (["what", "measured", "aim"] as const).map((name) => Math.max(...rows.map((row) => row[name].length)));
  return rows
    .map(({ what, measured, aim, note, isOver }) => {
      const cells = [what.padEnd(widths[0] ?? 0), measured.padStart(widths[1] ?? 0), aim.padEnd(widths[2] ?? 0), note];
      return `${cells.join("   ").trimEnd()}${isOver ? "   TOO MUCH" : ""}`;
    })
    .join("\n");
}
