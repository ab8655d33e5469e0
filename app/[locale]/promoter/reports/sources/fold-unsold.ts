import type { SourceRow } from "#lib/ticketing/manage/sources.ts";

/** The names without a sale that have rows of their own on the page. Anyone may invent names. */
const UNSOLD_MAX = 20;

/** Returns the rows with the least opened of the names that sold nothing added up in the row of other names. A link keeps its row. */
export function foldUnsold(rows: readonly SourceRow[]): readonly SourceRow[] {
  const unsold = rows.filter(isUnsoldName).toSorted((one, other) => other.opened - one.opened);
  const folded = new Set(unsold.slice(UNSOLD_MAX));
  const [first] = folded;
  if (first === undefined) return rows;
  const others = rows.find(({ kind }) => kind === "OTHER");
  const { reserved, orders, tickets, revenue, opened: before } = others ?? { ...first, opened: 0 };
  const opened = [...folded].reduce((sum, row) => sum + row.opened, before);
  const shown = rows.filter((row) => row !== others && !folded.has(row));
  return [...shown, { kind: "OTHER", opened, reserved, orders, tickets, revenue }];
}

function isUnsoldName({ kind, reserved, orders }: SourceRow): boolean {
  return (kind === "REF" || kind === "EMBED" || kind === "CAMPAIGN") && reserved + orders === 0;
}
