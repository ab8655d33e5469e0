import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

/**
 * A column after the first. `number`: aligned at its end, and on a phone three abreast with the heading above. `money`: also, and
 * there the last, where a large sum has room. `wide`: on a phone a line of its own.
 */
export type Column<Row> = {
  readonly heading: string;
  readonly kind: keyof typeof KINDS;
  readonly cell: (row: Row) => ReactNode;
  /** The column needs no heading to be understood: screen readers alone read it. */
  readonly isPlain?: boolean;
};

type TableListProps<Row> = {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The first column: the name of the row, which is its link. */
  readonly name: { readonly heading: string; readonly cell: (row: Row) => ReactNode };
  readonly columns: readonly Column<Row>[];
  /** The sums of all rows, in a last row. */
  readonly total?: Row;
};

const CELL = "px-2.5 py-3 align-top first:ps-5 last:pe-5 max-md:block max-md:p-0! lg:first:ps-6 lg:last:pe-6";
const ROW =
  "border-t border-line max-md:grid max-md:grid-cols-3 max-md:gap-x-3 max-md:gap-y-2 max-md:px-5 max-md:py-3.5 max-[23rem]:grid-cols-2";

const KINDS = {
  number: "figures text-end whitespace-nowrap max-md:text-start",
  money: "figures text-end whitespace-nowrap max-md:order-1 max-md:text-start",
  wide: "text-start max-md:col-span-full",
} as const;

/** Named, since Safari forgets the roles of a table that is laid out otherwise. */
const AS = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** A table; narrower than 768 px each row is a card. */
export function TableList<Row>({ caption, rows, keyOf, name, columns, total }: TableListProps<Row>) {
  return (
    <table {...AS.table} className="w-full border-collapse text-sm max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead {...AS.rowgroup} className="max-md:sr-only">
        <tr {...AS.row}>
          <th
            {...AS.columnheader}
            scope="col"
            className={classNames(CELL, "py-2 text-start text-xs font-medium text-ink-muted")}
          >
            {name.heading}
          </th>
          {columns.map(({ heading, kind, isPlain }) => (
            <th
              key={heading}
              {...AS.columnheader}
              scope="col"
              className={classNames(CELL, KINDS[kind], "py-2 text-xs font-medium text-ink-muted")}
            >
              {isPlain ? <span className="sr-only">{heading}</span> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.rowgroup} className="max-md:block max-md:[&>tr:first-child]:border-t-0">
        {rows.map((row) => (
          <TableRow key={keyOf(row)} row={row} name={name} columns={columns} />
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot {...AS.rowgroup} className="bg-sunken font-semibold max-md:block">
          <TableRow row={total} name={name} columns={columns} />
        </tfoot>
      )}
    </table>
  );
}

function TableRow<Row>({ row, name, columns }: Pick<TableListProps<Row>, "name" | "columns"> & { readonly row: Row }) {
  return (
    <tr {...AS.row} className={ROW}>
      <th
        {...AS.rowheader}
        scope="row"
        className={classNames(CELL, "text-start font-semibold max-md:col-span-full max-md:text-base")}
      >
        {name.cell(row)}
      </th>
      {columns.map((column) => {
        const content = column.cell(row);
        const isEmpty = content === undefined || content === false || content === "";
        return (
          <td
            key={column.heading}
            {...AS.cell}
            className={classNames(CELL, KINDS[column.kind], isEmpty && "max-md:hidden")}
          >
            <OnPhone column={column} />
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** The heading again, above a figure of a card. Screen readers have that of the column. */
function OnPhone<Row>({ column: { heading, kind, isPlain } }: { readonly column: Column<Row> }) {
  if (kind === "wide" || isPlain) return null;
  return (
    <span aria-hidden="true" className="block text-xs font-normal text-ink-muted md:hidden">
      {heading}
    </span>
  );
}
