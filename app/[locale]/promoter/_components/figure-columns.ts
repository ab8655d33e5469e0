import { getTranslations } from "next-intl/server";
import type { Figures } from "#lib/ticketing/manage/event-lists.ts";
import type { Column } from "./table-list.tsx";

/** Returns the columns of the tickets: sold, reserved and left, where a row has the figure. */
export async function figureColumns<Row>(
  rows: readonly Row[],
  figuresOf: (row: Row) => Figures,
  locale: string,
): Promise<readonly Column<Row>[]> {
  const t = await getTranslations("Manage");
  return (["sold", "reserved", "left"] as const)
    .filter((figure) => rows.some((row) => figuresOf(row)[figure] !== undefined))
    .map((figure) => ({
      heading: t(figure),
      kind: "number",
      cell: (row) => figuresOf(row)[figure]?.toLocaleString(locale) ?? "–",
    }));
}
