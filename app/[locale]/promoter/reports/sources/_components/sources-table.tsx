import { getTranslations } from "next-intl/server";
import { Meter } from "#app/[locale]/promoter/_components/meter.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { foldUnsold } from "#app/[locale]/promoter/reports/sources/fold-unsold.ts";
import { isOpenedCounted, kindName, sourceName } from "#app/[locale]/promoter/reports/sources/source-texts.ts";
import { formatNumber } from "#lib/i18n/number-text.ts";
import type { SourceRow, SourcesReport } from "#lib/ticketing/manage/sources.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";

type Row = SourceRow | SourcesReport["total"];

type SourcesTableProps = {
  readonly report: SourcesReport;
  readonly hasConversion: boolean;
  readonly locale: string;
};

/** The figures of each source, with its share of the tickets, and the sums. */
export async function SourcesTable({ report, hasConversion, locale }: SourcesTableProps) {
  const t = await getTranslations("Reports");
  const number = (count: number) => formatNumber(count, locale);
  const opened = (row: Row) => (isOfSource(row) && !isOpenedCounted(row) ? undefined : row.opened);
  const columnOf = (heading: string, cell: (row: Row) => string) => ({ heading, kind: "number", cell }) as const;
  return (
    <TableList<Row>
      caption={t("sources")}
      rows={foldUnsold(report.rows)}
      total={report.total}
      keyOf={(row) => JSON.stringify(row)}
      name={{
        heading: t("source"),
        cell: (row) =>
          isOfSource(row) ? (
            <>
              <bdi className="wrap-anywhere">{sourceName(row, t)}</bdi>{" "}
              <span className="text-xs font-normal text-ink-muted">{kindName(row, t)}</span>
              <span className="mt-1.5 block max-w-60">
                <Meter sold={row.tickets} reserved={0} left={Math.max(0, report.total.tickets - row.tickets)} />
              </span>
            </>
          ) : (
            t("all")
          ),
      }}
      columns={[
        columnOf(t("opened"), (row) => numberOr(opened(row))),
        columnOf(t("reserved"), ({ reserved }) => number(reserved)),
        columnOf(t("orders"), ({ orders }) => number(orders)),
        columnOf(t("tickets"), ({ tickets }) => number(tickets)),
        { heading: t("revenue"), kind: "money", cell: ({ revenue }) => formatMoney(revenue, locale) },
        ...(hasConversion ? [columnOf(t("conversion"), conversion)] : []),
      ]}
    />
  );

  /** Orders for each visit: "5.9%". More orders than visits tell that visits were not counted. */
  function conversion(row: Row): string {
    if (!isOfSource(row)) return "";
    const visits = opened(row) ?? 0;
    if (visits === 0 || row.orders > visits) return NONE;
    return new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: "percent", maximumFractionDigits: 1 }).format(
      row.orders / visits,
    );
  }

  function numberOr(count: number | undefined): string {
    return count === undefined ? NONE : number(count);
  }
}

/** What is not counted. */
const NONE = "–";

function isOfSource(row: Row): row is SourceRow {
  return "kind" in row;
}
