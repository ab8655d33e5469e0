import type { Route } from "next";
import type { Messages } from "next-intl";
import { getMessages } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { type Column, TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { PageTitle } from "#app/page-title.tsx";
import { FindForm } from "#components/events/find-events.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";

type Words = Readonly<
  Record<"title" | "add" | "search" | "name" | "none" | "noneText" | "nothing" | "nothingText" | "clear", string>
>;

/** The screens that have these words. */
type Screen = { [Name in keyof Messages]: Messages[Name] extends Words ? Name : never }[keyof Messages];

export type ListQuery = { readonly q: string; readonly page: number; readonly pageSize: number };

type ListPageProps<Row> = {
  /** The page's address. That of a row has its id below, and that of a new one `new`. */
  readonly path: string;
  readonly screen: Screen;
  readonly query: ListQuery;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly columns: readonly Column<Row>[];
};

/** A page with a list of things by name, the search for them, and the way to add one. */
export async function ListPage<Row extends { readonly id: number; readonly name: string }>(props: ListPageProps<Row>) {
  const { path, screen, query, rows, total, columns } = props;
  const words: Words = (await getMessages())[screen];
  const { q, page, pageSize } = query;
  const add = (
    <a href={`${path}/new` as Route} className={buttonClass()}>
      {words.add}
    </a>
  );
  return (
    <>
      <PageHeader title={words.title}>{add}</PageHeader>
      <FindForm action={path} label={words.search} q={q} className="mb-4 max-w-2xl" />
      <section aria-label={words.title} className="rounded-xl border border-line bg-surface shadow-raise">
        {rows.length > 0 ? (
          <TableList
            caption={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            name={{
              heading: words.name,
              cell: ({ id, name }) => (
                <a
                  href={`${path}/${id}` as Route}
                  className="tap inline-flex items-center underline underline-offset-4"
                >
                  <bdi>{name}</bdi>
                </a>
              ),
            }}
            columns={columns}
          />
        ) : q === "" ? (
          <EmptyState title={words.none} text={words.noneText}>
            {add}
          </EmptyState>
        ) : (
          <EmptyState title={words.nothing} text={words.nothingText}>
            <a href={path as Route} className={buttonClass("secondary")}>
              {words.clear}
            </a>
          </EmptyState>
        )}
      </section>
      <div className="mt-5 empty:hidden">
        <Pager
          page={page}
          pages={Math.ceil(total / pageSize)}
          to={(to) => `${path}?${new URLSearchParams({ ...(q !== "" && { q }), page: String(to) })}`}
        />
      </div>
      <PageTitle>{words.title}</PageTitle>
    </>
  );
}

const PAGE_SIZE = 50;
const QUERY_MAX = 200;

/** Returns what an address asks for: words, and a page of the list. */
export function listQueryIn(typed: Readonly<Record<string, string | readonly string[] | undefined>>): ListQuery {
  const q = String([typed.q].flat()[0] ?? "").trim();
  return { q: q.slice(0, QUERY_MAX), page: Math.max(1, Math.trunc(Number(typed.page)) || 1), pageSize: PAGE_SIZE };
}
